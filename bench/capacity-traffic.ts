import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@conquest/server/src/database/database";
import { sql } from "drizzle-orm";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { getContestDetails, listContests, searchContests } from "@conquest/shared/contracts/listing";
import { joinContest } from "@conquest/shared/contracts/participation";
import { createContest } from "@conquest/shared/contracts/publishing";
import { sequence } from "@conquest/scripts/src/demo/sequence";
import { CALLS } from "./calls";
import { CACHED_KINDS, popularity, type CachedKind, type Kind, type Load, type MeasuredKind } from "./capacity-model";
import { ENCODINGS, sendOk, type Answer, type RequestOptions } from "./load";
import { pathOf } from "./questions";
import { findJoiners, signInAll, type Facts, type Member } from "./servers";

/** `mixed call`: the signed-in calls of `calls.ts` in turns, as `bench -- pooler` sends them. */
export type SentKind = Kind | MeasuredKind | "mixed call";

export interface Traffic {
  /** Throws unless the answer is 200. */
  send(kind: SentKind, port: number): Promise<Answer>;
}

const PEOPLE = 300;
const CREATORS = 20;
const JOINED_CONTESTS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

const PATHS: Record<CachedKind, (contestId: string) => string> = {
  "home page": () => "/",
  "list page": () => "/all_contests",
  "contest page": (id) => `/contest-details/${id}`,
  "list call": () => pathOf(listContests),
  "contest call": (id) => pathOf(getContestDetails, { id }),
};

const USER_CALLS = Object.values(CALLS).filter(({ who }) => who === "user");
const MIXED_CALLS = Object.values(CALLS).filter(({ who }) => who);

/** How many of fifty calls of people with an account are of a creator and of an admin. */
const OF_FIFTY = { creator: 3, admin: 1 };

const itemAt = <Item>(items: readonly Item[], turn: number) => items[turn % items.length]!;

async function findCreators(db: Database): Promise<Member[]> {
  const { rows } = await db.execute<{ id: string; email: string }>(
    sql`select id, email from users where role = 'creator' and status = 'verified' order by md5(id) limit ${CREATORS}`,
  );
  return signInAll(db, rows);
}

/** The files that the home page names. */
async function filesOfHome(port: number): Promise<string[]> {
  const { body } = await sendOk({ port, path: "/" });
  const files = [...body.toString("utf8").matchAll(/(?:src|href)="(\/(?:mf|media)\/[^"]+)"/g)].map(([, file]) => file!);
  if (files.length === 0) throw new Error("The home page names no files.");
  return [...new Set(files)];
}

/** `hasPages`: the parts are released, so that pages and files can be requested. */
export async function openTraffic(db: Database, facts: Facts, port: number, hasPages: boolean): Promise<Traffic> {
  const joinedIds = facts.openIds.slice(0, JOINED_CONTESTS);
  const people = await findJoiners(db, PEOPLE, joinedIds);
  const creators = await findCreators(db);
  const files = hasPages ? await filesOfHome(port) : [];
  const random = sequence(7);
  const bounds = popularity(facts.contestIds.length).reduce<number[]>(
    (sums, share) => [...sums, (sums.at(-1) ?? 0) + share],
    [],
  );
  const visitedId = () => {
    const chosen = random();
    return facts.contestIds[
      Math.max(
        0,
        bounds.findIndex((bound) => chosen < bound),
      )
    ]!;
  };
  let turn = 0;
  let [joins, entries] = [0, 0];

  /** Different people and contests one after the other, never the same pair twice. */
  function pairAt(index: number) {
    if (index >= PEOPLE * joinedIds.length) throw new Error("Everyone has joined every contest.");
    const contest = index % joinedIds.length;
    return { contestId: joinedIds[contest]!, member: itemAt(people, Math.floor(index / joinedIds.length) + contest) };
  }
  const by = ({ cookie }: Member, rest: Omit<RequestOptions, "port">) => ({ ...rest, headers: { cookie } });

  function signedInCall() {
    const position = turn % 50;
    const [user, creator] = [itemAt(people, turn), itemAt(creators, turn)];
    if (position < OF_FIFTY.admin) return by(facts.admin, { path: CALLS["managed contests"]!.path(facts) });
    if (position < OF_FIFTY.admin + OF_FIFTY.creator)
      return by(creator, { path: CALLS["own contests"]!.path({ ...facts, creator }) });
    return by(user, { path: itemAt(USER_CALLS, turn).path({ ...facts, user }) });
  }

  const others: Record<Exclude<Kind, CachedKind> | "mixed call", () => Omit<RequestOptions, "port">> = {
    file: () => ({ path: itemAt(files, turn) }),
    search: () => ({ path: `${pathOf(searchContests, { searchTerm: "jury" })}?n=${turn}` }),
    "signed-in page": () => by(itemAt(people, turn), { path: "/dashboard" }),
    "signed-in call": signedInCall,
    "mixed call": () => {
      const { who, path } = itemAt(MIXED_CALLS, turn);
      return by(facts[who!], { path: path(facts) });
    },
    join: () => {
      const { contestId, member } = pairAt(joins++);
      return by(member, {
        path: pathOf(joinContest),
        method: joinContest.method,
        body: { contestId, email: member.email },
      });
    },
    // Someone who has submitted already replaces the entry.
    entry: () => {
      const { contestId, member } = pairAt(entries++ % Math.max(1, joins - 50));
      const text = `What the river kept, part ${turn}. `.repeat(20);
      return by(member, { path: pathOf(submitEntry, { contestId }), method: submitEntry.method, body: { text } });
    },
    "new contest": () =>
      by(itemAt(creators, turn), {
        path: pathOf(createContest),
        method: createContest.method,
        body: {
          name: `A poster for the river ${turn}`,
          image: "/media/covers/image-design-1.webp",
          description: "A poster for the night market by the river. ".repeat(10),
          task: "Draw it.",
          registrationPrice: "200",
          prize: "25000",
          tags: "Image Design Contests",
          deadline: new Date(Date.now() + 30 * DAY_MS).toISOString(),
        },
      }),
  };

  function requestOf(kind: SentKind): Omit<RequestOptions, "port"> {
    const [name, variant] = kind.split(", ") as [CachedKind, "cached" | "made" | undefined];
    if (!CACHED_KINDS.includes(name)) return others[kind as keyof typeof others]();
    if (variant === "made") return { path: `${PATHS[name](itemAt(facts.contestIds, turn))}?n=${turn}` };
    return { path: PATHS[name](variant === "cached" ? facts.contestIds[0]! : visitedId()) };
  }

  return {
    send(kind, to) {
      turn += 1;
      const { headers, ...rest } = requestOf(kind);
      // An address for each request, because some calls are limited per address.
      const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
      return sendOk({
        ...rest,
        port: to,
        headers: { ...headers, "accept-encoding": ENCODINGS, "x-forwarded-for": address },
      });
    },
  };
}

/** Each lane sends one request after the other, for this time or number. Returns the number of answers and their bytes. */
export async function sendInLanes(
  lanes: readonly (() => Promise<Answer>)[],
  { seconds = Infinity, requests = Infinity }: { seconds?: number; requests?: number },
): Promise<{ count: number; bytes: number }> {
  const until = performance.now() + seconds * 1000;
  const total = { count: 0, bytes: 0 };
  let started = 0;
  await Promise.all(
    lanes.map(async (send) => {
      while (performance.now() < until && (started += 1) <= requests) {
        const { body } = await send();
        total.count += 1;
        total.bytes += body.length;
      }
    }),
  );
  return total;
}

export const SERVER_LANES = 8;
/** Enough for Node.js to optimize the code of a kind of request, as in a server that has run for a while. */
const WARM_UP_REQUESTS = 300;

export const lanesOf = (count: number, kind: SentKind, traffic: Traffic, ports: readonly number[]) =>
  ports.flatMap((port) => Array.from({ length: count }, () => () => traffic.send(kind, port)));

export async function warmUp(kinds: readonly SentKind[], traffic: Traffic, ports: readonly number[]): Promise<void> {
  for (const kind of kinds)
    for (const port of ports)
      await sendInLanes(lanesOf(SERVER_LANES, kind, traffic, [port]), { requests: WARM_UP_REQUESTS });
}

export interface Sample {
  kind: Kind;
  /** From the moment at which the request was due until its answer was complete. */
  ms: number;
}

/** Sends requests at random moments at these rates, however long the answers take; throws the first failure. */
export async function sendAtRates(seconds: number, load: Load, send: (kind: Kind) => Promise<unknown>) {
  const kinds = Object.entries(load) as [Kind, number][];
  const rate = kinds.reduce((sum, [, each]) => sum + each, 0);
  const random = sequence(Math.round(rate * 1000));
  const samples: Sample[] = [];
  const open: Promise<void>[] = [];
  let failure: Error | undefined;
  const startedAt = performance.now();
  for (let due = startedAt; !failure; due -= (1000 * Math.log(1 - random())) / rate) {
    if (due > startedAt + seconds * 1000) break;
    if (due > performance.now()) await pause(due - performance.now());
    let chosen = random() * rate;
    const [kind] = kinds.find(([, each]) => (chosen -= each) < 0) ?? kinds[0]!;
    open.push(
      send(kind).then(
        () => void samples.push({ kind, ms: performance.now() - due }),
        (error: Error) => void (failure ??= error),
      ),
    );
  }
  await pause(Math.max(0, startedAt + seconds * 1000 - performance.now()));
  await Promise.all(open);
  if (failure) throw failure;
  return samples;
}
