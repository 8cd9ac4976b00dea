/* global __resourceQuery, __webpack_hash__ */
// In the page, within each part's own bundle: tells the page's client which build of the part it runs, and exchanges the modules
// of a newer one. https://webpack.js.org/api/hot-module-replacement/
const hot = import.meta.webpackHot;
const name = __resourceQuery.slice(1);

const runs = (hash) => hash.startsWith(__webpack_hash__);

/** Whether the page runs that build afterwards. Nothing has changed when it could not be exchanged piece by piece. */
async function takeUp(hash) {
  try {
    // Each build knows the way from the one before it; several may have passed.
    while (!runs(hash)) {
      if (hot.status() !== "idle") return false;
      if (!(await hot.check(true))) return false;
    }
    return true;
  } catch (reason) {
    console.warn(`${name} cannot be exchanged in the page:`, reason);
    return false;
  }
}

globalThis.conquestDev?.join({ name, runs, takeUp });
