/**
 * Loads pages of parts that were not live when this page was loaded from the server, which shows their progress: this
 * page's registry does not know them.
 */
const script = document.currentScript;
const patterns = script.dataset.paths
  .split(" ")
  .map((path) => new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+")}/*$`, "i"));
script.remove();

function leave(url, go) {
  const { pathname, href } = new URL(url, location.href);
  if (!patterns.some((pattern) => pattern.test(pathname))) return false;
  // The router would show that there is no such page.
  document.body.hidden = true;
  addEventListener("pageshow", () => location.reload());
  go(href);
  return true;
}

const { pushState, replaceState } = history;
history.pushState = (state, title, url) =>
  (url && leave(url, (href) => location.assign(href))) || pushState.call(history, state, title, url);
history.replaceState = (state, title, url) =>
  (url && leave(url, (href) => location.replace(href))) || replaceState.call(history, state, title, url);
