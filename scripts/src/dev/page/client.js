// The client of every page in development: hears what there is by one connection and shows what is wrong.
import { createFollower, isAt } from "./follow.js";
import { createNotes } from "./notes.js";

const { joined } = window.conquestDev;
const away = document.querySelector("script[data-away]").dataset.away.split(" ").filter(Boolean);
const notes = createNotes();

/** Fields in which somebody has typed. */
const typed = new Set();
addEventListener("input", ({ target }) => typed.add(target), true);
const hasTyped = () => [...typed].some((field) => field.isConnected && field.value !== "" && field.value !== undefined);

/** A page that has just made itself anew, to no avail, does not do it again by itself. In milliseconds. */
const AGAIN_AFTER = 10_000;
const LAST = "conquest-dev-reload";

const reload = {
  mayRepeat: () => Date.now() - Number(sessionStorage.getItem(LAST)) > AGAIN_AFTER,
  now() {
    sessionStorage.setItem(LAST, String(Date.now()));
    location.reload();
  },
};

/** Files of a release lie below its version; those of a dev server do not. */
const hasRelease = (name) =>
  performance.getEntriesByType("resource").some((entry) => new RegExp(`/mf/${name}/(?!dev/)`).test(entry.name));

const follower = createFollower({
  joined,
  away,
  hasRelease,
  path: () => location.pathname,
  hasTyped,
  reload,
  offer: (names) => notes.offer(names),
});

let state = { rows: [], problems: [] };
function hear(news) {
  state = news;
  notes.show(state, location.pathname);
  return follower.hear(state.rows);
}

addEventListener("conquest-dev-joined", () => follower.hear());
const moved = () => {
  notes.show(state, location.pathname);
  follower.moved();
};
// Not in every browser; there a page is looked at with the next news.
window.navigation?.addEventListener("currententrychange", moved);

/** A part of which nothing can be had here, as its dev server is gone, can be had as its last build by a page that is made now. */
function recover() {
  const gone = state.rows.find((row) => row.phase === "away" && row.hasLastBuild && isAt(row, location.pathname));
  if (gone && joined.has(gone.name) && document.querySelector(".sh-failure") && reload.mayRepeat()) reload.now();
}
setInterval(recover, 500);

/** Only while somebody looks: a browser has few connections to one server, and hidden tabs would take them all. */
let source;
function listen() {
  if (document.hidden) {
    source?.close();
    source = undefined;
  } else if (!source) {
    source = new EventSource("/@dev/events");
    source.onmessage = ({ data }) => void hear(JSON.parse(data));
    source.onerror = () => notes.lost();
  }
}
document.addEventListener("visibilitychange", listen);
listen();
