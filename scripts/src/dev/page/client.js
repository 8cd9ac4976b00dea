import { createFollower, isAt } from "./follow.js";
import { createNotes } from "./notes.js";

const { joined } = window.conquestDev;
const away = document.querySelector("script[data-away]").dataset.away.split(" ").filter(Boolean);
const notes = createNotes();

const editedFields = new Set();
addEventListener("input", ({ target }) => editedFields.add(target), true);
const hasTyped = () =>
  [...editedFields].some((field) => field.isConnected && field.value !== "" && field.value !== undefined);

const MIN_RELOAD_INTERVAL_MS = 10_000;
const STORAGE_KEY = "conquest-dev-reload";

const reload = {
  canRepeat: () => Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) > MIN_RELOAD_INTERVAL_MS,
  now() {
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    location.reload();
  },
};

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
function handleState(nextState) {
  state = nextState;
  notes.show(state, location.pathname);
  return follower.hear(state.rows);
}

addEventListener("conquest-dev-joined", () => follower.hear());
const moved = () => {
  notes.show(state, location.pathname);
  follower.moved();
};
window.navigation?.addEventListener("currententrychange", moved);

function recover() {
  const gone = state.rows.find((row) => row.phase === "away" && row.hasLastBuild && isAt(row, location.pathname));
  if (gone && joined.has(gone.name) && document.querySelector(".sh-failure") && reload.canRepeat()) reload.now();
}
setInterval(recover, 500);

/** Connects only while visible: browsers limit connections per server, and hidden tabs would use them up. */
let source;
function listen() {
  if (document.hidden) {
    source?.close();
    source = undefined;
  } else if (!source) {
    source = new EventSource("/@dev/events");
    source.onmessage = ({ data }) => void handleState(JSON.parse(data));
    source.onerror = () => notes.lost();
  }
}
document.addEventListener("visibilitychange", listen);
listen();
