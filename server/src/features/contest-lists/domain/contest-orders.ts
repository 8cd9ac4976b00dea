import { sql, type SQL } from "drizzle-orm";
import { PHASES, type Phase, type SORTS } from "@conquest/shared/contracts/contests";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { epochMs } from "../../../database/sort-keys";
import { contestPopularity } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { nextFirst } from "../../../database/stages";
import type { SortKeys } from "../../../platform/lists/keyset-page";
import { phaseSql, deadlineRangeOf, type DeadlineRange } from "../../contests/domain/phase";
import type { Moved } from "./moved-contests";

type Sort = (typeof SORTS)[number];

/** `popular`: open first, by participants, then deadline. `phase`: open, closed, decided. `review`: in review first. */
export type ContestOrder = Exclude<Sort, "cost"> | `lowest ${JoinAmount}` | "latest" | "phase" | "created" | "review";

export const orderOf = (sort: Sort, joinAmount: JoinAmount): ContestOrder =>
  sort === "cost" ? `lowest ${joinAmount}` : sort;

/** `isOpen` is SQL for search results, because it is only known per row. */
type KeysOf = (run: { isOpen: boolean | SQL; isFew: boolean; moved?: Moved | undefined }) => SortKeys;

const id = sql`${contests.id}`;
const lastOpenedFirst: KeysOf = () => [
  sql`-${epochMs(sql`coalesce(${contests.openedAt}, ${contests.createdAt})`)}`,
  id,
];
export const lastCreatedFirst: KeysOf = () => [sql`-${epochMs(contests.createdAt)}`, id];
/** Contests awaiting a winner by nearest deadline, then open ones, then those in review, and finished ones last. */
export const dueFirst = (at: Date): SortKeys => [
  sql`case ${phaseSql(at)} when 'judging' then 0 when 'overdue' then 0 when 'open' then 1 when 'in_review' then 2 when 'changes_requested' then 2 else 3 end`,
  sql`case when ${phaseSql(at)} in ('judging', 'overdue', 'open') then ${epochMs(contests.deadline)} else -${epochMs(contests.deadline)} end`,
  id,
];
const highestPrizeFirst: KeysOf = () => [sql`-${contests.prize}`, id];
const lowestFirst = (column: JoinAmount) => () => [sql`${contests[column]}`, id];
/** Upcoming deadlines first, nearest first, then passed ones, latest first. */
const nextDeadlineFirst: KeysOf = ({ isOpen, isFew, moved }) => {
  if (!isFew) return [nextFirst(contests), id];
  const sign = typeof isOpen === "boolean" ? sql.raw(isOpen ? "1" : "-1") : sql`case when ${isOpen} then 1 else -1 end`;
  return [sql`${sign} * ${moved?.deadlineMs ?? epochMs(contests.deadline)}`, id];
};
const mostJoinedFirst: KeysOf = ({ isFew, moved }) => {
  if (isFew)
    return [
      sql`-${moved?.participantCount ?? contests.participantCount}`,
      moved?.deadlineMs ?? epochMs(contests.deadline),
      id,
    ];
  return [
    sql`-${contestPopularity.participantCount}`,
    epochMs(contestPopularity.deadline),
    sql`${contestPopularity.contestId}`,
  ];
};

export interface Order {
  first?: "open" | "in_review";
  last?: "completed";
  keysOf: KeysOf;
  isPopular?: boolean;
  /** Sort keys can change between two pages of a visit. */
  isMoving?: boolean;
  byCost?: { column: JoinAmount; from: "lowest" | "highest" };
}

export const ORDERS: Record<ContestOrder, Order> = {
  popular: { first: "open", keysOf: mostJoinedFirst, isPopular: true, isMoving: true },
  newest: { keysOf: lastOpenedFirst },
  latest: { first: "open", keysOf: lastOpenedFirst },
  phase: { first: "open", last: "completed", keysOf: lastOpenedFirst },
  deadline: { first: "open", keysOf: nextDeadlineFirst, isMoving: true },
  prize: { keysOf: highestPrizeFirst, byCost: { column: "prize", from: "highest" } },
  "lowest prize": { first: "open", keysOf: lowestFirst("prize"), byCost: { column: "prize", from: "lowest" } },
  "lowest registrationPrice": {
    first: "open",
    keysOf: lowestFirst("registrationPrice"),
    byCost: { column: "registrationPrice", from: "lowest" },
  },
  created: { keysOf: lastCreatedFirst },
  review: { first: "in_review", keysOf: lastCreatedFirst },
};

export interface Group {
  leading: readonly number[];
  span?: DeadlineRange;
  isOpen?: boolean;
  phases?: readonly Phase[];
}

export function groupsOf({ first, last }: Order, at: Date): Group[] {
  if (!first) return [{ leading: [] }];
  if (first === "in_review")
    return [
      { leading: [0], phases: [first] },
      { leading: [1], phases: PHASES.filter((phase) => phase !== first) },
    ];
  return [
    { leading: [0], span: deadlineRangeOf("open", at), isOpen: true },
    {
      leading: [1],
      span: { after: null, until: at },
      isOpen: false,
      ...(last && { phases: PHASES.filter((phase) => phase !== last) }),
    },
    ...(last ? [{ leading: [2], phases: [last] }] : []),
  ];
}
