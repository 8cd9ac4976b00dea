const element = (tag, text = "", className = "") =>
  Object.assign(document.createElement(tag), { textContent: text, className });

function rowOf({ name, phase, percent, address, note }) {
  const row = element("tr", "", phase.replace(" ", "-"));
  const progress = document.createElement("td");
  if (phase === "starting" || phase === "compiling") {
    const bar = Object.assign(document.createElement("progress"), {
      max: 100,
      ...(percent !== undefined && { value: percent }),
    });
    bar.setAttribute("aria-label", `Progress of ${name}`);
    progress.append(bar, element("span", percent === undefined ? "" : ` ${percent} %`));
  }
  row.append(element("th", name), element("td", phase), progress, element("td", note ?? address));
  row.firstChild.scope = "row";
  return row;
}

function problemOf({ from, file, line, column, message }) {
  const item = element("article", "", "problem");
  item.append(
    element("p", file ? `${file}${line ? `:${line}:${column}` : ""}` : from, "where"),
    element("pre", message),
  );
  return item;
}

const source = new EventSource(`/@dev/events?path=${encodeURIComponent(location.pathname)}`);
source.onmessage = ({ data }) => {
  const { rows, problems, isReady } = JSON.parse(data);
  if (isReady) return location.reload();
  document.getElementById("rows").replaceChildren(...rows.map(rowOf));
  document.getElementById("problems").replaceChildren(...problems.map(problemOf));
};
