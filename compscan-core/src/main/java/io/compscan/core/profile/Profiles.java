package io.compscan.core.profile;

import io.compscan.core.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The profiles that come with compscan. */
public final class Profiles {

    /** Their names, in the order in which they are listed: primary storage, file systems, backup and archives. */
    private static final List<String> NAMES = List.of(
            "zfs-lz4-128k",
            ZfsFamily.NAME,
            VdoFamily.NAME,
            "vsan",
            "xtremio-x1",
            "xtremio-x2",
            "powermax",
            "ontap",
            "dorado-v3",
            CephFamily.NAME,
            "ceph-lz4",
            "ceph-zstd",
            "windows-dedup",
            "borg",
            "borg2",
            "restic",
            "rustic",
            "casync",
            "proxmox-vm",
            "proxmox-pxar",
            "kopia",
            "veeam",
            "veeam-lan",
            "veeam-wan",
            "veeam-large",
            "commvault",
            "btrfs-zstd",
            "squashfs",
            "erofs",
            "xet",
            "zram-lz4");

    /** The systems whose settings are parameters. */
    private static final List<ProfileFamily> FAMILIES = List.of(new ZfsFamily(), new VdoFamily(), new CephFamily());

    /** Names of members of a family that have no parameters, and the members. */
    private static final Map<String, String> SHORT =
            Map.of("ceph-lz4", CephFamily.NAME + ":compress=lz4", "ceph-zstd", CephFamily.NAME + ":compress=zstd");

    private Profiles() {}

    /** Their names. */
    public static List<String> names() {
        return NAMES;
    }

    /** All of them. */
    public static List<Profile> all() {
        return NAMES.stream().map(Profiles::load).toList();
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none, with one line for a person that suggests some
     */
    public static Profile named(String name) {
        ProfileFamily family = familyOf(name);
        if (family != null) {
            return load(name).named(family.canonical(name));
        }
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no profile '" + name + "'; " + hint(name));
        }
        return load(name);
    }

    /** The near names, else those whose system has this word in its title, such as a vendor's name, else all. */
    private static String hint(String name) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(name) + "\\b", Pattern.CASE_INSENSITIVE);
        List<String> titled = Spelling.near(name, NAMES).isEmpty() && !name.isBlank()
                ? all().stream()
                        .filter(profile -> word.matcher(profile.title()).find())
                        .map(Profile::name)
                        .toList()
                : List.of();
        return titled.isEmpty() ? Spelling.hint(name, NAMES) : "did you mean " + String.join(" or ", titled) + "?";
    }

    /**
     * The profiles of a list such as {@code vdo,borg}. Parameters follow the name of a family: {@code zfs:record=16k,dedup=on,vdo}.
     *
     * @throws IllegalArgumentException if one of them is not known
     */
    public static List<Profile> parse(String list) {
        List<String> names = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            String item = part.replaceAll("^ +| +$", "");
            int last = names.size() - 1;
            if (item.indexOf('=') >= 0 && familyOf(item) == null) {
                if (last < 0 || familyOf(names.get(last)) == null) {
                    throw new IllegalArgumentException("'" + item + "' is a parameter and no profile; a family with its"
                            + " parameters is "
                            + FAMILIES.stream()
                                    .map(family -> family.name() + ":KEY=VALUE")
                                    .collect(Collectors.joining(" or ")));
                }
                names.set(last, names.get(last) + "," + item);
            } else {
                names.add(item);
            }
        }
        return names.stream().map(Profiles::named).toList();
    }

    /** The file of the one of this name; that of a member of a family has a name without parameters. */
    public static String toml(String name) {
        String full = SHORT.getOrDefault(name, name);
        ProfileFamily family = familyOf(full);
        return family == null
                ? new String(bytes(full), StandardCharsets.UTF_8)
                : family.toml(full, toml(family.name()));
    }

    /** The family of a member with parameters; null if it is none. */
    private static @Nullable ProfileFamily familyOf(String name) {
        return FAMILIES.stream()
                .filter(family -> family.hasMember(name))
                .findFirst()
                .orElse(null);
    }

    private static Profile load(String name) {
        try {
            return ProfileFile.parse(toml(name).getBytes(StandardCharsets.UTF_8), name + ".toml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Profiles.class.getResourceAsStream(name + ".toml")) {
            if (in == null) {
                throw new IllegalStateException("profile " + name + " is missing from the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
