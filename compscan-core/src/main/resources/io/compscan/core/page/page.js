// Puts the sections on the page and keeps them drawn.

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

/** Paper is light, and of one width. */
function followPrinting() {
  let before = null;
  addEventListener("beforeprint", () => {
    before = before ?? document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    drawAll(PRINTED_WIDTH);
  });
  addEventListener("afterprint", () => {
    document.documentElement.dataset.theme = before ?? "light";
    before = null;
    drawAll();
  });
  byId("print").addEventListener("click", () => print());
}

function showNavigation() {
  const sections = [...document.querySelectorAll("main > section:not([hidden])")];
  put("nav", ...sections.map(section => el("a", { href: "#" + section.id }, section.dataset.short)));
}

followTheme();
showHeader();
showAnswer(firstView());
showRatios();
showSystems();
showForecast();
showTradeOff();
showChunks();
showTypes();
showDirectories();
showMachines();
showOverlap();
showFiles();
showUnread();
showAbout();
showNavigation();
drawNew();
followWidth();
followPrinting();
document.documentElement.dataset.ready = "true";
