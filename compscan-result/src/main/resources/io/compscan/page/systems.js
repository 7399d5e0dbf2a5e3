// Target systems compared.

function showSystems() {
  const profiles = result.profiles;
  if (profiles.length === 0) {
    hide("systems");
    return;
  }
  const names = profiles.map(profile => profile.profile);
  const keepsCopies = profiles.some(hasCopies);
  const most = Math.max(...profiles.map(profile => Math.max(Number(profile.allocatedBytes), Number(profile.physicalBytes))));
  const tilde = profile => (profile.allocatedBytesLow !== profile.allocatedBytesHigh ? "~" : "");
  const written = profile => {
    const bytes = writtenOf(variantOf(profile));
    return bytes === null ? null : part(bytes, profile.allocatedBytes);
  };
  const partsOf = profile => {
    const rounding = Number(profile.roundingBytes);
    // Chunks in the metadata take less than their stored size. Then no rounding stands on top of them.
    return {
      stored: Number(profile.physicalBytes) + Math.min(0, rounding),
      copies: Number(profile.copiesBytes ?? 0),
      rounding: Math.max(0, rounding),
    };
  };
  put("systems-chart", chart({
    id: "chart-systems",
    label: "Allocated bytes by system: " + profiles.map(profile => profile.profile + " " + human(profile.allocatedBytes)).join(", "),
    height: profiles.length * 30 + 88,
    option: (colors, width) => bars(colors, width, names, [
      { name: "stored chunks", stack: "all", color: colors.accent, data: profiles.map(profile => partsOf(profile).stored) },
      ...(keepsCopies ? [{
        name: "copies kept",
        stack: "all",
        color: colors.second,
        data: profiles.map(profile => partsOf(profile).copies),
      }] : []),
      { name: "rounding", stack: "all", color: colors.added, data: profiles.map(profile => partsOf(profile).rounding) },
      { name: "metadata", stack: "all", color: colors.aside, data: profiles.map(profile => Number(profile.metadataBytes)) },
    ], most, number => {
      const profile = profiles[number];
      return tip(profile.title, "stored chunks " + human(profile.physicalBytes),
        ...(hasCopies(profile) ? ["copies kept " + human(profile.copiesBytes)] : []), "rounding " + human(profile.roundingBytes),
        "metadata " + human(profile.metadataBytes), "allocated " + tilde(profile) + human(profile.allocatedBytes));
    }),
  }));
  const range = (profile, name) => el("span", { class: "range" },
    hasEnds(profile, name) ? bytesInterval(profile[name + "Low"], profile[name + "High"]) : "");
  const estimatedColumn = (title, name) => {
    const column = bytesColumn(title, profile => profile[name] ?? null, profile => (hasEnds(profile, name) ? "~" : ""));
    return { ...column, text: profile => el("span", {}, column.text(profile), range(profile, name)) };
  };
  put("systems-table", table({
    caption: "What the data takes on each system",
    rows: profiles,
    limit: 40,
    cards: true,
    columns: [
      {
        ...nameColumn("System", profile => profile.profile),
        text: profile => el("span", {}, shown(profile.profile),
          el("span", { class: "range" }, shown(systemVariant(profile)))),
      },
      {
        title: "Grade",
        kind: "words",
        text: profile => page.grades[profile.profile].words,
        value: profile => profile.grade,
      },
      estimatedColumn("Chunks", "physicalBytes"),
      ...(keepsCopies ? [estimatedColumn("Copies kept", "copiesBytes")] : []),
      estimatedColumn("Rounding", "roundingBytes"),
      estimatedColumn("Metadata", "metadataBytes"),
      estimatedColumn("Allocated", "allocatedBytes"),
      ratioColumn("Data reduction", written, profile => reductionLines(tilde(profile), written(profile), profile.reductionRatio)),
      percentColumn("Saves", profile => profile.savings, tilde),
      {
        ...bytesColumn("Index memory", profile => profile.memoryBytes),
        text: profile => (Number(profile.memoryBytes) === 0 ? NONE : human(profile.memoryBytes)),
      },
    ],
  }));
  put("systems-notes", el("details", { open: profiles.length < 4 },
    el("summary", {}, "What each was modelled on, and what it leaves out"),
    ...profiles.map(profile => el("div", {},
      el("h3", {}, shown(profile.profile) + ": " + shown(profile.title)),
      el("p", { class: "note" }, "Modelled on ", sourceOf(profile.source)),
      el("p", { class: "note" }, evidenceText(profile.checked ?? null)),
      el("ul", { class: "note" }, ...profile.deviations.map(deviation => el("li", {}, shown(deviation))))))));
}

/** The comparison of a model with the real system. */
function evidenceText(checked) {
  return checked === null ? "Not checked: nobody has compared this model with the real system."
    : "Checked against " + shown(checked.program) + " (" + shown(checked.versions.join(", ")) + "), "
      + count(checked.sets, "set", "sets") + " stored " + count(checked.repositories, "time", "times") + ": deviations from "
      + deviation(checked.lowest) + " to " + deviation(checked.highest) + ", median " + deviation(checked.median).slice(1) + ". Compared: "
      + shown(checked.compared) + ".";
}

/** A share with its sign. */
function deviation(share) {
  return (share < 0 ? "\u2212" : "+") + grouped(Math.abs(share) * 100, 1) + "\u00a0%";
}

/** The chunking and the compressor of a system in few words. The section of ratios has the parameters. */
function systemVariant(profile) {
  const variant = variantOf(profile);
  const name = variant === null ? profile.chunking : layoutName(variant.layout);
  return name.replace(/ \([^)]*\)$/, "") + ", " + profile.compressor;
}

/** Links the source of a profile only if it is an address of the web, because a profile may come from anywhere. */
function sourceOf(source) {
  return /^https?:\/\/[^\s]+$/.test(source)
    ? el("a", { href: source, rel: "noopener noreferrer", class: "name" }, shown(source))
    : el("span", { class: "name" }, shown(source));
}
