// The overlay of the dev client, in a shadow root to isolate it from the site's styles.

const MESSAGES = {
  away: ({ name, note }) => note ?? `${name} is not responding.`,
  errors: ({ name, hasLastBuild, hash }) =>
    hash || !hasLastBuild ? "" : `${name} does not compile: its last build is shown.`,
};

const element = (tag, className, text = "") =>
  Object.assign(document.createElement(tag), { className, textContent: text });

export function createNotes() {
  const host = document.createElement("conquest-dev");
  const root = host.attachShadow({ mode: "open" });
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/@dev/dev.css" });
  const box = element("div", "notes");
  root.append(style, box);
  document.documentElement.append(host);

  let shown = { rows: [], problems: [] };
  let offered = [];
  let closed = "";
  let isLost = false;

  function draw() {
    const { rows, problems } = shown;
    const compiling = rows.filter(({ phase, hash }) => phase === "compiling" || (phase === "starting" && hash));
    box.replaceChildren(
      ...(problems.length > 0 && JSON.stringify(problems) !== closed ? [problemList(problems)] : []),
      ...(isLost ? [element("p", "note", "npm run dev has ended.")] : []),
      ...offered.map((name) => offerOf(name)),
      ...rows.flatMap((row) =>
        MESSAGES[row.phase]?.(row)
          ? [Object.assign(element("p", "note", MESSAGES[row.phase](row)), { role: "status" })]
          : [],
      ),
      ...(compiling.length > 0
        ? [element("p", "work", compiling.map(({ name, percent }) => `${name} ${percent ?? 0} %`).join(", "))]
        : []),
    );
  }

  function problemList(problems) {
    const list = element("section", "problems");
    list.setAttribute("role", "alert");
    const close = element("button", "close", "Close");
    close.onclick = () => {
      closed = JSON.stringify(problems);
      draw();
    };
    const title = element("h2", "", problems.length === 1 ? "One error" : `${problems.length} errors`);
    list.append(close, title, ...problems.map(problemOf));
    return list;
  }

  function problemOf({ from, file, line, column, message }) {
    const item = element("article", "problem");
    const place = file ? `${file}${line ? `:${line}:${column}` : ""}` : "";
    const where = element("p", "where");
    where.append(element("strong", "", place || from), place ? ` ${from}` : "");
    item.append(where, element("pre", "", message));
    return item;
  }

  function offerOf(name) {
    const note = element("p", "note", `${name} is back. `);
    const button = element("button", "", "Show it");
    button.onclick = () => location.reload();
    note.append(button);
    return note;
  }

  return {
    show(state) {
      isLost = false;
      shown = state;
      draw();
    },
    offer(names) {
      if (names.join() === offered.join()) return;
      offered = names;
      draw();
    },
    lost() {
      isLost = true;
      draw();
    },
  };
}
