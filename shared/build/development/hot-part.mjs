/* global __resourceQuery, __webpack_hash__ */
// Runs in each part's bundle: reports its build to the page's client and applies hot updates.
// https://webpack.js.org/api/hot-module-replacement/
const hot = import.meta.webpackHot;
const name = __resourceQuery.slice(1);

const runs = (hash) => hash.startsWith(__webpack_hash__);

/** Applies updates up to that build; returns false without changes if it must be reloaded instead. */
async function takeUp(hash) {
  try {
    // Each update leads only to the next build; several may have passed.
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
