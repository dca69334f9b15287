const data = JSON.parse(document.getElementById("data").textContent);
const step = 50;
const text = value => value === null ? "" : Array.isArray(value) ? value[0] : String(value);
const element = (name, content = "") => Object.assign(document.createElement(name), {textContent: content});

function build(box) {
  const {title, columns, rows} = data[box.dataset.table];
  const numeric = columns.map((_, i) => rows.some(r => typeof r[i] === "number"));
  const words = rows.map(r => r.map(text).join(" ").toLowerCase());
  let sorted = -1, up = true, shown = step, order = rows.map((_, i) => i);
  const input = Object.assign(element("input"), {type: "search", placeholder: "filter: words, all must appear"});
  input.setAttribute("aria-label", "filter " + title.toLowerCase());
  const count = element("span"), tools = element("div"), scroll = element("div"), table = element("table");
  const head = table.createTHead().insertRow(), body = table.createTBody(), more = element("button", "show more");
  tools.className = "tools"; scroll.className = "scroll"; more.className = "more";
  tools.append(input, count); scroll.append(table); box.append(tools, scroll, more);

  columns.forEach((name, i) => {
    const cell = element("th"), button = element("button", name);
    if (numeric[i]) cell.className = "number";
    button.onclick = () => { up = sorted === i ? !up : true; sorted = i; sort(); show(); };
    cell.append(button); head.append(cell);
  });
  function sort() {
    const key = r => !numeric[sorted] ? text(r[sorted]) : typeof r[sorted] === "number" ? r[sorted] : null;
    const compare = new Intl.Collator(undefined, {numeric: true}).compare;
    order.sort((a, b) => {
      const x = key(rows[a]), y = key(rows[b]);
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return (numeric[sorted] ? x - y : compare(x, y)) * (up ? 1 : -1) || a - b;
    });
    [...head.cells].forEach((cell, i) => i === sorted
      ? cell.setAttribute("aria-sort", up ? "ascending" : "descending") : cell.removeAttribute("aria-sort"));
  }
  function show() {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = order.filter(i => wanted.every(word => words[i].includes(word)));
    body.replaceChildren(...found.slice(0, shown).map(i => {
      const line = element("tr");
      rows[i].forEach((value, j) => {
        const cell = line.insertCell();
        cell.dataset.name = columns[j];
        if (Array.isArray(value)) cell.append(Object.assign(element("a", value[0]), {href: value[1]}));
        else cell.textContent = text(value);
        if (numeric[j]) cell.className = "number";
        else if (text(value).length > 24) cell.className = "long";
      });
      return line;
    }));
    rows.forEach(([name], i) => {  // a puzzle's card is shown with its row
      const card = Array.isArray(name) && document.getElementById(name[0]);
      if (card) card.hidden = !found.includes(i);
    });
    count.textContent = found.length.toLocaleString() + " of " + rows.length.toLocaleString();
    more.hidden = found.length <= shown;
  }
  input.oninput = () => { shown = step; show(); };
  more.onclick = () => { shown *= 4; show(); };
  show();
}
document.querySelectorAll("[data-table]").forEach(build);
