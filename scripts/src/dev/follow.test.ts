// @ts-expect-error -- a script of the page, without types
import { createFollower } from "./page/follow.js";

interface Row {
  name: string;
  phase: string;
  hash: string | null;
  address: string;
  paths?: string[];
}

/**
 * Creates a follower for the page /about with build 1 of each part in `joined`; it can hot-swap the builds in
 * `swappable`.
 */
function aFollower({
  away = [],
  joined = ["shell", "mf-public", "mf-user"],
  swappable = ["2"],
  released = [],
  typed = false,
  at = "/about",
}: {
  away?: string[];
  joined?: string[];
  swappable?: string[];
  released?: string[];
  typed?: boolean;
  at?: string;
} = {}) {
  const took: string[] = [];
  let reloads = 0;
  let offered: string[] = [];
  const place = { path: at };
  const part = (name: string) => {
    let now = "1";
    const takeUp = async (hash: string) => {
      if (swappable.includes(hash)) {
        now = hash;
        took.push(`${name} ${hash}`);
      }
      return swappable.includes(hash);
    };
    return [name, { runs: (hash: string) => hash === now, takeUp }] as const;
  };
  const running = new Map(joined.map(part));
  const follower = createFollower({
    joined: running,
    away,
    path: () => place.path,
    hasTyped: () => typed,
    hasRelease: (name: string) => released.includes(name),
    reload: { now: () => (reloads += 1), canRepeat: () => reloads === 0 },
    offer: (names: string[]) => (offered = names),
  }) as { hear(rows?: Row[]): Promise<void>; moved(): void };
  return { follower, took, place, running, part, outcome: () => ({ reloads, offered }) };
}

const rows = (changed: Partial<Row> & { name: string }): Row[] =>
  [
    { name: "shell", phase: "ready", hash: "1", address: "x" },
    { name: "mf-public", phase: "ready", hash: "1", address: "x", paths: ["/", "/about"] },
    { name: "mf-user", phase: "ready", hash: "1", address: "x", paths: ["/dashboard/:page"] },
  ].map((row) => (row.name === changed.name ? { ...row, ...changed } : row));

it("hot-swaps a new build", async () => {
  const { follower, took, outcome } = aFollower();
  await follower.hear(rows({ name: "mf-public", hash: "2" }));
  expect(took).toEqual(["mf-public 2"]);
  expect(outcome()).toEqual({ reloads: 0, offered: [] });
});

it("ignores parts that compile or have errors", async () => {
  const { follower, took } = aFollower();
  await follower.hear(rows({ name: "mf-public", hash: "2", phase: "compiling" }));
  await follower.hear(rows({ name: "mf-public", hash: "2", phase: "errors" }));
  expect(took).toEqual([]);
});

it("reloads for an edit that cannot be hot-swapped despite input", async () => {
  const { follower, outcome } = aFollower({ swappable: [], typed: true });
  await follower.hear(rows({ name: "mf-public", hash: "2" }));
  expect(outcome().reloads).toBe(1);
});

it("reloads for an invisible part only after navigating there", async () => {
  const { follower, place, outcome } = aFollower({ swappable: [] });
  await follower.hear(rows({ name: "mf-user", hash: "2" }));
  expect(outcome().reloads).toBe(0);
  place.path = "/dashboard/won";
  follower.moved();
  expect(outcome().reloads).toBe(1);
});

it("reloads for a part that is back", async () => {
  const { follower, outcome } = aFollower({ away: ["mf-public"], joined: ["shell"] });
  await follower.hear(rows({ name: "mf-public", phase: "away" }));
  expect(outcome().reloads).toBe(0);
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome().reloads).toBe(1);
});

it("offers a part that is back if the user has typed", async () => {
  const { follower, outcome } = aFollower({ away: ["mf-public"], joined: ["shell"], typed: true });
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome()).toEqual({ reloads: 0, offered: ["mf-public"] });
});

it("does nothing if a part is back with the same build", async () => {
  const { follower, outcome } = aFollower();
  await follower.hear(rows({ name: "mf-public", phase: "away" }));
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome()).toEqual({ reloads: 0, offered: [] });
});

it("applies a build that arrives during another", async () => {
  const { follower, took } = aFollower({ swappable: ["2", "3"] });
  await Promise.all([
    follower.hear(rows({ name: "mf-public", hash: "2" })),
    follower.hear(rows({ name: "mf-public", hash: "3" })),
  ]);
  expect(took.at(-1)).toBe("mf-public 3");
});

it("reloads once for a part that ran its last build", async () => {
  const { follower, outcome } = aFollower({ joined: ["shell"], released: ["mf-public"] });
  await follower.hear(rows({ name: "mf-public" }));
  await follower.hear(rows({ name: "mf-public", percent: 100 } as Partial<Row> & { name: string }));
  expect(outcome()).toEqual({ reloads: 1, offered: ["mf-public"] });
});
