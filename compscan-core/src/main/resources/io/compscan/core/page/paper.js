// The foot of printed pages: where and when the data was scanned, by which program, and the number of the page.

/** A string of CSS. Any sign with a meaning of its own is written as its number, so that no name can end the string. */
function cssString(text) {
  return "\"" + [...text].map(sign => (/[A-Za-z0-9 .:,-]/.test(sign) ? sign : "\\" + sign.codePointAt(0).toString(16) + " ")).join("") + "\"";
}

/** Browsers without boxes in the margins of a page pass over the rule. */
function labelPaper() {
  const { origin, startedAt } = result.timing;
  const words = [
    ...(origin === null || origin.host === "" ? [] : [shown(origin.host)]),
    instant(startedAt),
    "compscan " + shown(result.plan.toolVersion),
  ].join(", ");
  const look = " font: 9px system-ui, sans-serif; color: #566372; ";
  const sheet = document.styleSheets[0];
  sheet.insertRule("@page { @bottom-left { content: " + cssString(words) + ";" + look + "white-space: nowrap; }"
    + " @bottom-right { content: \"Page \" counter(page) \" of \" counter(pages);" + look + "} }", sheet.cssRules.length);
}
