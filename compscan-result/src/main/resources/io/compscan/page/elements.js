// Elements made of text alone. No function in these scripts takes markup.

function byId(id) {
  return document.getElementById(id);
}

/** An element with attributes and children; text stays text. */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children);
  return element;
}

function put(id, ...children) {
  byId(id).replaceChildren(...children);
}

function hide(id) {
  byId(id).hidden = true;
}

/** A list to choose from. It shows `names`, and passes the number of the chosen one on. */
function choice(label, names, chosen, onChange) {
  const select = el("select", { change: () => onChange(Number(select.value)) },
    ...names.map((name, number) => el("option", { value: number, selected: number === chosen }, name)));
  return el("label", {}, label, select);
}

const ROWS_SHOWN = 20;

/**
 * A table that the user can sort by its columns. It shows its first rows until the user asks for all. With `cards` each row is a card of its
 * own on a phone.
 *
 * Columns: {title, text(row): string or element, value(row): the value for sorting and for scripts, kind: "name" or "number"}.
 */
function table({ caption, columns, rows, rowClass = () => null, sortable = rows.length > 2, limit = ROWS_SHOWN, cards = false }) {
  // A list of cards is no table to some browsers, unless its parts say so.
  const role = name => (cards ? name : null);
  const body = el("tbody", { role: role("rowgroup") });
  const more = el("button", { type: "button", class: "more", click: () => show(rows.length) });
  let order = rows;

  function show(limited) {
    body.replaceChildren(...order.slice(0, limited).map(row => el("tr", { class: rowClass(row), role: role("row") },
      ...columns.map((column, i) => el(i === 0 ? "th" : "td", {
        scope: i === 0 ? "row" : null,
        role: role(i === 0 ? "rowheader" : "cell"),
        "data-title": role(column.title),
        class: column.kind,
        "data-value": column.value ? String(column.value(row)) : null,
        title: column.hover ? column.hover(row) : null,
      }, column.text(row))))));
    more.hidden = limited >= rows.length;
    more.textContent = "Show all " + exact(rows.length);
    limitNow = limited;
  }
  let limitNow = limit;

  const heads = columns.map(column => {
    const head = el("th", { scope: "col", class: column.kind, role: role("columnheader") });
    if (!sortable || !column.value) {
      head.append(column.title);
      return head;
    }
    head.append(el("button", {
      type: "button",
      click: () => {
        const descending = head.getAttribute("aria-sort") !== "descending" && column.kind === "number"
          || head.getAttribute("aria-sort") === "ascending";
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        order = [...rows].sort((a, b) => compare(column.value(a), column.value(b)) * (descending ? -1 : 1));
        show(limitNow);
      },
    }, column.title));
    return head;
  });
  show(Math.min(limit, rows.length));
  return el("div", {},
    el("div", { class: cards ? "scroll cards" : "scroll", tabindex: 0, role: "region", "aria-label": caption },
      el("table", { role: role("table") }, el("caption", {}, caption),
        el("thead", { role: role("rowgroup") }, el("tr", { role: role("row") }, ...heads)), body)),
    more);
}

/** The order of two values. Missing values are the lowest. */
function compare(a, b) {
  if (a === b) {
    return 0;
  }
  if (a === null || b === null) {
    return a === null ? -1 : 1;
  }
  const numbers = [Number(a), Number(b)];
  return numbers.some(Number.isNaN) ? (String(a) < String(b) ? -1 : 1) : numbers[0] - numbers[1];
}

// Columns of tables.

/** A figure with its name above and a line below. */
function tile(name, figure, small, value) {
  return el("div", { class: "tile", "data-name": name, "data-value": String(value) },
    el("p", { class: "name" }, name), el("p", { class: "figure" }, figure), el("p", { class: "small" }, small));
}

function nameColumn(title, text) {
  return { title, kind: "name", text: row => shown(text(row)), value: text };
}

function bytesColumn(title, bytes, mark = () => "") {
  return {
    title,
    kind: "number",
    text: row => (bytes(row) === null ? NONE : mark(row) + human(bytes(row))),
    hover: row => (bytes(row) === null ? null : exact(bytes(row)) + " bytes"),
    value: bytes,
  };
}

function countColumn(title, number, mark = () => "") {
  return { title, kind: "number", text: row => mark(row) + exact(number(row)), value: number };
}

function ratioColumn(title, value, text = row => ratio(value(row))) {
  return { title, kind: "number", text, value };
}

function percentColumn(title, share, mark = () => "") {
  return { title, kind: "number", text: row => mark(row) + percent(share(row)), value: share };
}

function tip(name, ...lines) {
  return el("div", { class: "tip" }, el("b", {}, shown(name)), ...lines.map(line => el("div", {}, line)));
}
