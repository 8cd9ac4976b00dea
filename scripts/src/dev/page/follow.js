// What a page does about the news of the parts: takes up their new builds, and leaves alone what is not on the screen.

const segmentsOf = (path) => path.split("/").filter(Boolean);

const fits = (pattern, path) => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith(":") || segment.toLowerCase() === given[index].toLowerCase())
  );
};

export const isServing = ({ phase, hash }) => Boolean(hash) && ["compiling", "ready", "errors"].includes(phase);

/** Whether what is on the screen at this path is, in part, of this row. The shell is around every page. */
export const isAt = ({ name, paths }, path) => name === "shell" || (paths ?? []).some((pattern) => fits(pattern, path));

/**
 * `joined`: the parts whose dev code runs in this page. `away`: the names of those whose dev server was not there for this page.
 * `hasRelease(name)`: whether it runs a part by its last build. `path()`: where it is. `hasTyped()`: whether a reload would lose something. `reload()`, `offer(names)`: what is done when a page
 * has to be made anew for what is on its screen; an offer leaves it to the person.
 */
export function createFollower({ joined, away, hasRelease, path, hasTyped, reload, offer }) {
  /** What this page runs too old a build of, that cannot be exchanged in it: by name, whether the developer is waiting for it. */
  const outdated = new Map();
  const missing = new Set(away);
  let rows = [];
  let isBusy = false;

  async function take(row) {
    const part = joined.get(row.name);
    if (!part) {
      // This page knows it by its last build.
      if (missing.delete(row.name) || hasRelease(row.name)) outdated.set(row.name, false);
    } else if (row.phase === "ready" && !part.runs(row.hash)) {
      if (!(await part.takeUp(row.hash))) outdated.set(row.name, !missing.has(row.name));
      missing.delete(row.name);
    }
  }

  /** Only for what is on the screen: the rest waits until somebody goes there. */
  function settle() {
    const seen = rows.filter((row) => outdated.has(row.name) && isAt(row, path()));
    if (seen.length === 0) return offer([]);
    const isEdit = seen.some(({ name }) => outdated.get(name));
    if (isEdit || (!hasTyped() && reload.mayRepeat())) reload.now();
    else offer(seen.map(({ name }) => name));
  }

  async function follow() {
    // One after the other; whatever came meanwhile is in `rows`.
    if (isBusy) return;
    isBusy = true;
    try {
      for (let seen; seen !== rows;) {
        seen = rows;
        for (const row of seen) {
          if (!row.paths && row.name !== "shell") continue;
          if (row.address && !isServing(row)) missing.add(row.name);
          else if (isServing(row) && !outdated.has(row.name)) await take(row);
        }
      }
    } finally {
      isBusy = false;
    }
    settle();
  }

  return {
    /** There is news, or a part has come into the page. */
    hear(news = rows) {
      rows = news;
      return follow();
    },
    /** Somebody went to another page. */
    moved: settle,
  };
}
