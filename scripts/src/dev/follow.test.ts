// @ts-expect-error -- a script of the page, without types
import { createFollower } from "./page/follow.js";

interface Row {
  name: string;
  phase: string;
  hash: string | null;
  address: string;
  paths?: string[];
}

/** A page of mf-public at /about that runs build 1 of each part in `joined`, which takes up the builds in `can`. */
function aFollower({
  away = [],
  joined = ["shell", "mf-public", "mf-user"],
  can = ["2"],
  released = [],
  typed = false,
  at = "/about",
}: { away?: string[]; joined?: string[]; can?: string[]; released?: string[]; typed?: boolean; at?: string } = {}) {
  const took: string[] = [];
  let reloads = 0;
  let offered: string[] = [];
  const place = { path: at };
  const part = (name: string) => {
    let now = "1";
    const takeUp = async (hash: string) => {
      if (can.includes(hash)) {
        now = hash;
        took.push(`${name} ${hash}`);
      }
      return can.includes(hash);
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
    reload: { now: () => (reloads += 1), mayRepeat: () => reloads === 0 },
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

it("takes up a new build in the page", async () => {
  const { follower, took, outcome } = aFollower();
  await follower.hear(rows({ name: "mf-public", hash: "2" }));
  expect(took).toEqual(["mf-public 2"]);
  expect(outcome()).toEqual({ reloads: 0, offered: [] });
});

it("leaves alone what compiles or has errors", async () => {
  const { follower, took } = aFollower();
  await follower.hear(rows({ name: "mf-public", hash: "2", phase: "compiling" }));
  await follower.hear(rows({ name: "mf-public", hash: "2", phase: "errors" }));
  expect(took).toEqual([]);
});

it("makes the page anew for an edit that cannot be exchanged, whatever was typed", async () => {
  const { follower, outcome } = aFollower({ can: [], typed: true });
  await follower.hear(rows({ name: "mf-public", hash: "2" }));
  expect(outcome().reloads).toBe(1);
});

it("does not reload for a part that is not on the screen, until somebody goes there", async () => {
  const { follower, place, outcome } = aFollower({ can: [] });
  await follower.hear(rows({ name: "mf-user", hash: "2" }));
  expect(outcome().reloads).toBe(0);
  place.path = "/dashboard/won";
  follower.moved();
  expect(outcome().reloads).toBe(1);
});

it("takes up a part that is back", async () => {
  const { follower, outcome } = aFollower({ away: ["mf-public"], joined: ["shell"] });
  await follower.hear(rows({ name: "mf-public", phase: "away" }));
  expect(outcome().reloads).toBe(0);
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome().reloads).toBe(1);
});

it("offers a part that is back to who has typed", async () => {
  const { follower, outcome } = aFollower({ away: ["mf-public"], joined: ["shell"], typed: true });
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome()).toEqual({ reloads: 0, offered: ["mf-public"] });
});

it("goes on where a part that was away is back as it was", async () => {
  const { follower, outcome } = aFollower();
  await follower.hear(rows({ name: "mf-public", phase: "away" }));
  await follower.hear(rows({ name: "mf-public" }));
  expect(outcome()).toEqual({ reloads: 0, offered: [] });
});

it("takes what came while it was at another", async () => {
  const { follower, took } = aFollower({ can: ["2", "3"] });
  await Promise.all([
    follower.hear(rows({ name: "mf-public", hash: "2" })),
    follower.hear(rows({ name: "mf-public", hash: "3" })),
  ]);
  expect(took.at(-1)).toBe("mf-public 3");
});

it("takes up a part that it has got by its last build, and does not go on trying", async () => {
  const { follower, outcome } = aFollower({ joined: ["shell"], released: ["mf-public"] });
  await follower.hear(rows({ name: "mf-public" }));
  await follower.hear(rows({ name: "mf-public", percent: 100 } as Partial<Row> & { name: string }));
  expect(outcome()).toEqual({ reloads: 1, offered: ["mf-public"] });
});
