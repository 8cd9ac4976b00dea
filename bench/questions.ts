import { PHASES, SORTS, type Phase } from "@conquest/shared/contracts/contests";
import { contestsFeed, creatorFeed } from "@conquest/shared/contracts/feeds";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import {
  getContestDetails,
  getCreator,
  listBestCreators,
  listContests,
  listCreatorContests,
  listPopularContests,
  listTopContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { listNotices } from "@conquest/shared/contracts/messages";
import { listNextSteps } from "@conquest/shared/contracts/next-steps";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { getUser, listUsers, listUsersExcept } from "@conquest/shared/contracts/users";
import { getMyStats, listWinners, listWonContests } from "@conquest/shared/contracts/winners";
import { LANGUAGES, sponsorOf } from "@conquest/scripts/src/demo/many/many-words";
import type { Facts } from "./servers";

export const GROUPS = [
  "public lists",
  "contest details",
  "search",
  "creators and winners",
  "feeds",
  "dashboards",
] as const;
export type Group = (typeof GROUPS)[number];

export interface Question {
  group: Group;
  name: string;
  /** The account that sends the request; a visitor if omitted. */
  who?: "admin" | "creator" | "user";
  /** Returns path and query; another turn selects another contest, tag or word. */
  path(facts: Facts, turn: number): string;
  /** How many pages of a hundred to skip. */
  skippedPages?: number;
}

type Texts = Record<string, string | undefined>;

export function pathOf({ path }: Endpoint, params: Texts = {}, query: Texts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const defined = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api${filled}${defined.length > 0 ? `?${new URLSearchParams(defined)}` : ""}`;
}

const itemAt = <Item>(items: readonly Item[], turn: number) => items[turn % items.length]!;

/** Search terms by how many contests contain them; the terms of a list are used in turn. */
const SEARCH_TERMS = {
  "in every fifth": ["jury", "grandmother", "rain"],
  "in every fiftieth": ["Sylhet", "Tetulia", "Khulna", "museum"],
  "in few": Array.from({ length: 200 }, (_, creator) => sponsorOf(LANGUAGES.latin, creator)),
  "Bangla, in many": ["সিলেট", "পোস্টার", "বিচারকেরা"],
  "Bangla, in few": Array.from({ length: 200 }, (_, creator) => sponsorOf(LANGUAGES.bangla, creator)),
  "two letters": ["po", "re", "ঢা"],
  "two words": ["book fair", "harvest festival", "night market"],
  mistyped: ["grandmothr", "chattagram", "restival"],
  "in none": ["zebra crossing", "xylophone", "quokka"],
};

type ListQuery = Partial<Record<"q" | "tag" | "phase" | "maxCost", (turn: number) => string>>;

const FILTERS: Record<string, ListQuery> = (() => {
  const tag = (turn: number) => itemAt(TAGS, turn);
  const q = (turn: number) => itemAt(SEARCH_TERMS["in every fiftieth"], turn);
  const phase = (name: Phase) => () => name;
  return {
    all: {},
    tag: { tag },
    ...Object.fromEntries(
      (["open", "judging", "overdue", "completed"] as const).map((name) => [name, { phase: phase(name) }]),
    ),
    "tag, open": { tag, phase: phase("open") },
    "tag, completed": { tag, phase: phase("completed") },
    word: { q },
    free: { maxCost: () => "0" },
    "free, tag": { maxCost: () => "0", tag },
    "up to ৳5,000": { maxCost: () => "5000" },
    "word, tag, open": { q, tag, phase: phase("open") },
  };
})();

const queryOf = (filter: ListQuery, turn: number): Texts =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value(turn)]));

const publicLists: Question[] = [
  { group: "public lists", name: "popular contests", path: () => pathOf(listPopularContests) },
  { group: "public lists", name: "all by popularity", path: () => pathOf(listTopContests) },
  ...[undefined, ...SORTS].flatMap((sort) => [
    ...Object.entries(FILTERS).map(([name, filter]): Question => ({
      group: "public lists",
      name: `by ${sort ?? "default"}: ${name}`,
      path: (_facts, turn) => pathOf(listContests, {}, { sort, ...queryOf(filter, turn) }),
    })),
    {
      group: "public lists",
      name: `by ${sort ?? "default"}: all, far behind`,
      path: () => pathOf(listContests, {}, { sort, limit: "100" }),
      skippedPages: 10,
    } as const,
  ]),
];

const details: Question[] = [
  {
    group: "contest details",
    name: "a visitor",
    path: ({ contestIds }, turn) => pathOf(getContestDetails, { id: itemAt(contestIds, turn) }),
  },
  {
    group: "contest details",
    name: "a signed-in user",
    who: "user",
    path: ({ contestIds }, turn) => pathOf(getContestDetails, { id: itemAt(contestIds, turn) }),
  },
];

const search = Object.entries(SEARCH_TERMS).map(([name, words]): Question => ({
  group: "search",
  name,
  path: (_facts, turn) => pathOf(searchContests, { searchTerm: itemAt(words, turn) }),
}));

const creatorsAndWinners: Question[] = [
  { group: "creators and winners", name: "best creators", path: () => pathOf(listBestCreators) },
  { group: "creators and winners", name: "winners", path: () => pathOf(listWinners) },
  {
    group: "creators and winners",
    name: "a creator",
    path: ({ creatorPageId }) => pathOf(getCreator, { id: creatorPageId }),
  },
  {
    group: "creators and winners",
    name: "a creator's contests",
    path: ({ creatorPageId }) => pathOf(listCreatorContests, { id: creatorPageId }),
  },
];

const feeds: Question[] = [
  { group: "feeds", name: "open contests", path: () => contestsFeed("en") },
  { group: "feeds", name: "a creator's contests", path: ({ creatorPageId }) => creatorFeed(creatorPageId, "en") },
];

const managed = [undefined, ...SORTS].map((sort): Question => ({
  group: "dashboards",
  name: `managed by ${sort ?? "review"}`,
  who: "admin",
  path: () => pathOf(listContestsUnfiltered, {}, { sort }),
}));

const filteredManaged = [
  ...PHASES.map((phase) => [phase, { phase }] as const),
  ["tag", { tag: TAGS[0] }] as const,
  ["word", { q: "Sylhet" }] as const,
  ["creator's address", { q: "creator-7@" }] as const,
].map(([name, query]): Question => ({
  group: "dashboards",
  name: `managed: ${name}`,
  who: "admin",
  path: () => pathOf(listContestsUnfiltered, {}, query),
}));

const own = Object.entries({ all: {}, open: { phase: "open" }, word: { q: "Sylhet" } }).map(
  ([name, query]): Question => ({
    group: "dashboards",
    name: `own: ${name}`,
    who: "creator",
    path: ({ creator }) => pathOf(listMyContests, { email: creator.email }, query),
  }),
);

const users = Object.entries({
  all: {},
  creators: { role: "creator" },
  requests: { role: "requested" },
  word: { q: "Tabassum" },
  address: { q: "user-77@" },
}).map(([name, query]): Question => ({
  group: "dashboards",
  name: `users: ${name}`,
  who: "admin",
  path: () => pathOf(listUsers, {}, query),
}));

const waiting = (["user", "creator", "admin"] as const).map((who): Question => ({
  group: "dashboards",
  name: `next steps: ${who}`,
  who,
  path: () => pathOf(listNextSteps, {}, { kinds: "all" }),
}));

export const QUESTIONS: readonly Question[] = [
  ...publicLists,
  ...details,
  ...search,
  ...creatorsAndWinners,
  ...feeds,
  ...managed,
  ...filteredManaged,
  ...own,
  ...waiting,
  {
    group: "dashboards",
    name: "participated",
    who: "user",
    path: ({ user }) => pathOf(listParticipatedContests, { email: user.email }),
  },
  ...users,
  {
    group: "dashboards",
    name: "users but one",
    who: "admin",
    path: ({ admin }) => pathOf(listUsersExcept, { email: admin.email }),
  },
  {
    group: "dashboards",
    name: "entries of a contest",
    who: "admin",
    path: ({ crowdedId }) => pathOf(listContestEntries, { contestId: crowdedId }),
  },
  { group: "dashboards", name: "won contests", who: "user", path: () => pathOf(listWonContests) },
  {
    group: "dashboards",
    name: "counts of a person",
    who: "user",
    path: ({ user }) => pathOf(getMyStats, { email: user.email }),
  },
  { group: "dashboards", name: "own account", who: "user", path: ({ user }) => pathOf(getUser, { email: user.email }) },
  { group: "dashboards", name: "notices", who: "user", path: () => pathOf(listNotices) },
];
