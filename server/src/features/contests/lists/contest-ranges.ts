import { and, eq, sql, type SQL } from "drizzle-orm";
import { PHASES, type Phase } from "@conquest/shared/contracts/contests";
import { contestPopularity } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { HIDDEN, STAGE, TIMED_STAGES, deadlineInStage, type TimedStage } from "../../../database/stages";
import type { Matches, IndexRange } from "../../../platform/lists/merged-page";
import type { TermGroups } from "../../../platform/lists/text-search";
import { PUBLISHED_PHASES, phaseSql, deadlineRangeOf, type DeadlineRange } from "../clock/phase";
import {
  ORDERS,
  dueFirst,
  groupsOf,
  lastCreatedFirst,
  type ContestOrder,
  type Group,
  type Order,
} from "./contest-orders";
import { everywhereFound } from "./cost-limit";
import { found, holding, type Place, type Search } from "./contest-search";
import { tallied } from "./contest-counts";
import { intersectRanges, isEmpty, isLeftWithin, isWithin } from "./date-ranges";
import type { ListOfContests } from "./contest-list";
import { hasMoved, type Moved } from "./moved-contests";

const id = sql`${contests.id}`;

/** The runs of a list, sorted as things stand at an instant. Where each row is searched, what comes first often fills a page: the rest is a stretch of its own. */
export function buildContestRanges(order: ContestOrder, { search, ...list }: ListOfContests, at: Date): IndexRange[][] {
  if (search?.isNowhere) return [];
  const sought = search && { ...search, place: "anywhere" as const };
  if (sought && !sought.isCommon.anywhere) return [[runOfFound(sought, list, ORDERS[order], at)]];
  const groups = groupsOf(ORDERS[order], at).map((group) => runsOf(group, { ...list, sought }, ORDERS[order], at));
  return sought ? groups : [groups.flat()];
}

const PLACES: readonly Place[] = ["name", "rest"];

/**
 * What a search finds, first whose name holds it, each by popularity; `turn` is the first sort key. Of something common each
 * stretch is read for itself: few people get to the later ones, and they may be much to read.
 */
export function rangesOfMatches(search: Search, turn: number, list: ListOfContests, at: Date): IndexRange[][] {
  if (search.isNowhere) return [];
  const [inName, inRest] = PLACES.map((place, index) => {
    const sought = { ...search, place, creators: undefined };
    const leading = [turn + index];
    if (!search.isCommon[place]) return [[{ ...runOfFound(sought, list, ORDERS.popular, at), leading }]];
    const groups = groupsOf(ORDERS.popular, at).map((group) => ({ ...group, leading: [...leading, ...group.leading] }));
    return groups.map((group) => runsOf(group, { ...list, sought }, ORDERS.popular, at));
  }) as [IndexRange[][], IndexRange[][]];
  if (search.isCommon.name) return [...inName, ...inRest];
  const [firstInRest = [], ...others] = inRest;
  return [[...inName.flat(), ...firstInRest], ...others];
}

/** All of the same contests, as {@link Matches} asks for them. */
export function allOf({ search, ...list }: ListOfContests): Matches["all"] {
  const nothing: Order = { keysOf: () => [] };
  const listed = { ...list, cost: list.cost && everywhereFound(list.cost) };
  if (!search && !list.cost && !list.where) return { tallied: tallied(list) };
  if (!search) return runsOf({ leading: [] }, listed, nothing, list.now);
  if (search.isNowhere) return { total: 0, isTotalAtLeast: false };
  if (!search.isCommon.anywhere) return undefined;
  return (
    search.total ?? runsOf({ leading: [] }, { ...listed, sought: { ...search, place: "anywhere" } }, nothing, list.now)
  );
}

interface OfCreator extends Pick<ListOfContests, "filter" | "where" | "now"> {
  wordings?: TermGroups | undefined;
  /** What is due at this instant comes first. */
  dueAt?: Date;
}

/** The contests of one creator, last created first unless said. Those that hold something, or are due, are read once, and counted as they are read. */
export const rangeOfCreator = (creatorId: string, { filter, wordings, where, now, dueAt }: OfCreator): IndexRange => ({
  from: wordings
    ? holding(sql`${contests}`, id, { wordings, creators: undefined, place: "anywhere" })
    : sql`${contests}`,
  where: and(
    eq(contests.creatorId, creatorId),
    filter.tag && eq(contests.tag, filter.tag),
    filter.phase && sql`${phaseSql(now)} = ${filter.phase}`,
    where,
  ),
  leading: [],
  keys: dueAt ? dueFirst(dueAt) : lastCreatedFirst({ isOpen: false, isFew: false }),
  ...((wordings || dueAt) && { isFew: true }),
});

type SearchAt = Search & { place: Place };
type Listed = Omit<ListOfContests, "search">;

/** All at once: an index finds what holds the words, and none has it in order. */
function runOfFound(
  sought: SearchAt,
  { sees, filter, cost, where, now, moved }: Listed,
  { first, keysOf }: Order,
  at: Date,
): IndexRange {
  const comesFirst = first && sql`case when ${phaseSql(at)} = ${first} then 0 else 1 end`;
  return {
    from: found(sought),
    where: and(
      sees === "public" ? sql`${contests.stage} <= ${sql.raw(String(STAGE.completed))}` : undefined,
      filter.tag && eq(contests.tag, filter.tag),
      filter.phase && sql`${phaseSql(now)} = ${filter.phase}`,
      cost?.left,
      where,
    ),
    leading: [],
    keys: [
      ...(comesFirst ? [comesFirst] : []),
      ...keysOf({ isOpen: sql`${phaseSql(at)} = 'open'`, isFew: true, moved }),
    ],
    isFew: true,
  };
}

function runsOf(
  { leading, span, isOpen, phases = PHASES }: Group,
  { sees, filter, sought, cost, where, now, ...list }: Listed & { sought?: SearchAt | undefined },
  order: Order,
  at: Date,
): IndexRange[] {
  const { keysOf, isPopular = false } = order;
  // Indexes hold current sort keys: contests that moved would be skipped or appear on two pages.
  const moved = order.isMoving ? list.moved : undefined;
  const stayed = (contestId: SQL) => moved && sql`not ${hasMoved(moved, contestId)}`;
  const wanted = phases.filter(
    (phase) =>
      (sees === "all" || PUBLISHED_PHASES.includes(phase)) && (filter.phase === undefined || phase === filter.phase),
  );
  const contestsSought = sought ? holding(sql`${contests}`, id, sought) : sql`${contests}`;
  const popularSought = sought
    ? holding(sql`${contestPopularity}`, sql`${contestPopularity.contestId}`, sought)
    : sql`${contestPopularity}`;

  /** Rows of a stage as it is stored, in the index of the order. */
  const regular = (stage: number, within?: DeadlineRange): IndexRange => {
    const isFew = cost?.isRareIn(stage) ?? false;
    const isWalked = isPopular && !isFew;
    const table = isWalked ? contestPopularity : contests;
    return {
      from: isWalked
        ? sql`${popularSought} ${where || cost ? sql`join ${contests} on ${contests.id} = ${contestPopularity.contestId}` : sql``}`
        : contestsSought,
      where: and(
        sql`${table.stage} = ${sql.raw(String(stage))}`,
        filter.tag && eq(table.tag, filter.tag),
        within && isLeftWithin(sql`${table.deadline}`, within),
        isFew ? cost?.found : cost?.leftIn(order),
        where,
        stayed(isWalked ? sql`${contestPopularity.contestId}` : id),
      ),
      leading,
      keys: keysOf({ isOpen: isOpen ?? false, isFew }),
      ...(isFew && { isFew }),
    };
  };
  /** Rows that the clock has taken out of their stage, or not yet brought into it, found by their deadline. */
  const overtaken = (stage: TimedStage, within: DeadlineRange): IndexRange => ({
    from: contestsSought,
    where: and(
      isWithin(deadlineInStage(contests, stage), {
        after: within.after ?? "-infinity",
        until: within.until ?? "infinity",
      }),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN))}` : undefined,
      filter.tag && eq(contests.tag, filter.tag),
      cost?.left,
      where,
      stayed(id),
    ),
    leading,
    keys: keysOf({ isOpen: isOpen ?? false, isFew: true }),
    isFew: true,
  });
  const asTheyWere = (those: Moved): IndexRange => ({
    from: contestsSought,
    where: and(
      hasMoved(those, id),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN))}` : undefined,
      sql`${phaseSql(now)} in (${sql.join(
        wanted.map((phase) => sql`${phase}`),
        sql`, `,
      )})`,
      isOpen === undefined ? undefined : sql`${phaseSql(at)} ${sql.raw(isOpen ? "=" : "<>")} 'open'`,
      filter.tag && eq(contests.tag, filter.tag),
      cost?.left,
      where,
    ),
    leading,
    keys: keysOf({ isOpen: isOpen ?? false, isFew: true, moved: those }),
    isFew: true,
  });
  const stored = (stage: number) => (sees === "all" && stage <= STAGE.completed ? [stage, stage + HIDDEN] : [stage]);

  const isTimed = (phase: Phase) => (TIMED_STAGES as readonly number[]).includes(STAGE[phase]);
  const ofMoved = moved && wanted.length > 0 ? [asTheyWere(moved)] : [];
  const still = isOpen
    ? []
    : wanted.filter((phase) => !isTimed(phase)).flatMap((phase) => stored(STAGE[phase]).map((stage) => regular(stage)));
  const fixed = [...still, ...ofMoved];
  if (!wanted.some(isTimed)) return fixed;
  const within = intersectRanges(span, filter.phase && deadlineRangeOf(filter.phase, now));
  if (within && isEmpty(within)) return fixed;
  const timed = TIMED_STAGES.flatMap((stage) => {
    const isAtHome =
      (isOpen === undefined || isOpen === (stage === STAGE.open)) &&
      (filter.phase === undefined || STAGE[filter.phase] === stage);
    if (isAtHome) return stored(stage).map((each) => regular(each, within));
    return overtaken(stage, within!);
  });
  return [...timed, ...fixed];
}

/** For the sample of a search: the same contests, of `contest_popularity`. */
export function amongListed({
  sees,
  filter,
  cost,
  now,
}: Pick<ListOfContests, "sees" | "filter" | "cost" | "now">): SQL | undefined {
  const span = filter.phase && deadlineRangeOf(filter.phase, now);
  const stage = sql`${contestPopularity.stage}`;
  return and(
    sees === "public" ? sql`${stage} <= ${sql.raw(String(STAGE.completed))}` : undefined,
    filter.tag && eq(contestPopularity.tag, filter.tag),
    span && sql`${stage} % ${sql.raw(String(HIDDEN))} <= ${sql.raw(String(STAGE.overdue))}`,
    span && isWithin(sql`${contestPopularity.deadline}`, span),
    filter.phase && !span
      ? sql`${stage} % ${sql.raw(String(HIDDEN))} = ${sql.raw(String(STAGE[filter.phase]))}`
      : undefined,
    cost &&
      sql`exists (select from ${contests} where ${contests.id} = ${contestPopularity.contestId} and ${cost.left})`,
  );
}
