const segmentsOf = (path) => path.split("/").filter(Boolean);

const fits = (pattern, path) => {
  const [patternSegments, pathSegments] = [segmentsOf(pattern), segmentsOf(path)];
  return (
    patternSegments.length === pathSegments.length &&
    patternSegments.every(
      (segment, index) => segment.startsWith(":") || segment.toLowerCase() === pathSegments[index].toLowerCase(),
    )
  );
};

export const isServing = ({ phase, hash }) => Boolean(hash) && ["compiling", "ready", "errors"].includes(phase);

export const isAt = ({ name, paths }, path) => name === "shell" || (paths ?? []).some((pattern) => fits(pattern, path));

/**
 * `joined`: parts with dev code in this page. `away`: parts without a dev server at load. `hasTyped()`: true if a
 * reload would lose input. `reload` and `offer` handle builds that cannot be hot-swapped.
 */
export function createFollower({ joined, away, hasRelease, path, hasTyped, reload, offer }) {
  /** Parts whose build cannot be hot-swapped, with whether the developer is waiting for them. */
  const outdated = new Map();
  const missing = new Set(away);
  let rows = [];
  let isBusy = false;

  async function take(row) {
    const part = joined.get(row.name);
    if (!part) {
      if (missing.delete(row.name) || hasRelease(row.name)) outdated.set(row.name, false);
    } else if (row.phase === "ready" && !part.runs(row.hash)) {
      if (!(await part.takeUp(row.hash))) outdated.set(row.name, !missing.has(row.name));
      missing.delete(row.name);
    }
  }

  /** Handles only visible parts; the rest wait until the user navigates there. */
  function reloadOrOffer() {
    const seen = rows.filter((row) => outdated.has(row.name) && isAt(row, path()));
    if (seen.length === 0) return offer([]);
    const isEdit = seen.some(({ name }) => outdated.get(name));
    if (isEdit || (!hasTyped() && reload.canRepeat())) reload.now();
    else offer(seen.map(({ name }) => name));
  }

  async function processRows() {
    // Sequential; newer states are picked up from `rows`.
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
    reloadOrOffer();
  }

  return {
    hear(news = rows) {
      rows = news;
      return processRows();
    },
    moved: reloadOrOffer,
  };
}
