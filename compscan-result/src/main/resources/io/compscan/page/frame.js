// The common behaviour of all pages: colours, printing, navigation.

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
  byId("theme").setAttribute("aria-label", "Switch to " + (theme === "dark" ? "light" : "dark") + " colours");
}

function followTheme() {
  const preferred = matchMedia("(prefers-color-scheme: dark)");
  const systems = () => (preferred.matches ? "dark" : "light");
  setTheme(systems());
  preferred.addEventListener("change", () => {
    setTheme(systems());
    drawAll();
  });
  byId("theme").addEventListener("click", () => {
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    drawAll();
  });
}

/** On paper, colours are light and charts have one width. */
function followPrinting() {
  let before = null;
  addEventListener("beforeprint", () => {
    before = before ?? document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    drawAll(true);
  });
  addEventListener("afterprint", () => {
    document.documentElement.dataset.theme = before ?? "light";
    before = null;
    drawAll();
  });
  byId("print").addEventListener("click", () => print());
}

/** Marks tables that have more columns than fit, so that a hint is shown. */
function followCutTables() {
  const mark = () => document.querySelectorAll(".scroll").forEach(one =>
    one.parentElement.classList.toggle("cut", one.scrollWidth > one.clientWidth + 1));
  new ResizeObserver(mark).observe(byId("main"));
  addEventListener("toggle", mark, true);
  mark();
}

function showNavigation() {
  const sections = [...document.querySelectorAll("main > section:not([hidden])")];
  put("nav", ...sections.map(section => el("a", {
    href: "#" + section.id,
    click: event => {
      // The address may hold a plan, which a fragment of its own would replace.
      if (location.hash.startsWith("#plan?")) {
        event.preventDefault();
        section.scrollIntoView();
      }
    },
  }, section.querySelector("h2").textContent)));
}
