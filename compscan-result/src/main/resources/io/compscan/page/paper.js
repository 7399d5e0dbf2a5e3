// The foot of printed pages.

/** A string of CSS. Each character with a meaning in CSS is written as its number, so that no name can end the string. */
function cssString(text) {
  return "\"" + [...text].map(sign => (/[A-Za-z0-9 .:,-]/.test(sign) ? sign : "\\" + sign.codePointAt(0).toString(16) + " ")).join("") + "\"";
}

/**
 * Puts words at the foot of each sheet. Browsers without boxes in the margins of a page ignore the rule.
 */
function labelPaper(words) {
  const look = " font: 9px system-ui, sans-serif; color: #566372; ";
  const sheet = document.styleSheets[0];
  sheet.insertRule("@page { @bottom-left { content: " + cssString(words) + ";" + look + "white-space: nowrap; }"
    + " @bottom-right { content: \"Page \" counter(page) \" of \" counter(pages);" + look + "} }", sheet.cssRules.length);
}
