import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { PHASES, type Phase } from "@conquest/shared/contracts/contests";
import { CONTEST_GROUPS } from "@conquest/shared/contracts/publishing";
import { contestPopularity } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { HIDDEN_OFFSET, STAGE, TIMED_STAGES, deadlineInStage, type TimedStage } from "../../../database/stages";
import type { Matches, IndexRange } from "../../../platform/lists/merged-page";
import type { TermGroups } from "../../../platform/lists/text-search";
import { PUBLISHED_PHASES, phaseSql, deadlineRangeOf, type DeadlineRange } from "../../contests/domain/phase";
import {
  ORDERS,
  dueFirst,
  groupsOf,
  lastCreatedFirst,
  type ContestOrder,
  type Group,
  type Order,
} from "./contest-orders";
import { assumeRareEverywhere } from "./cost-limit";
import { findBySearch, filterBySearch, type SearchField, type Search } from "./contest-search";
import { countFromTally } from "./contest-counts";
import { intersectRanges, isEmpty, isLeftWithin, isWithin } from "./date-ranges";
import type { ListOfContests } from "./contest-list";
import { hasMoved, type Moved } from "./moved-contests";

const id = sql`${contests.id}`;

/** Searches get separate groups, since the first one often fills a page. */
export function buildContestRanges(order: ContestOrder, { search, ...list }: ListOfContests, at: Date): IndexRange[][] {
  if (search?.isNowhere) return [];
  const searchAt = search && { ...search, place: "anywhere" as const };
  if (searchAt && !searchAt.isCommon.anywhere) return [[rangeOfMatches(searchAt, list, ORDERS[order], at)]];
  const groups = groupsOf(ORDERS[order], at).map((group) =>
    rangesOfGroup(group, { ...list, searchAt }, ORDERS[order], at),
  );
  return searchAt ? groups : [groups.flat()];
}

const PLACES: readonly SearchField[] = ["name", "rest"];

/** Lists name matches first, each by popularity. `firstKey` is the first sort key. */
export function rangesOfSearch(search: Search, firstKey: number, list: ListOfContests, at: Date): IndexRange[][] {
  if (search.isNowhere) return [];
  const [inName, inRest] = PLACES.map((place, index) => {
    const searchAt = { ...search, place, creators: undefined };
    const leading = [firstKey + index];
    if (!search.isCommon[place]) return [[{ ...rangeOfMatches(searchAt, list, ORDERS.popular, at), leading }]];
    const groups = groupsOf(ORDERS.popular, at).map((group) => ({ ...group, leading: [...leading, ...group.leading] }));
    return groups.map((group) => rangesOfGroup(group, { ...list, searchAt }, ORDERS.popular, at));
  }) as [IndexRange[][], IndexRange[][]];
  if (search.isCommon.name) return [...inName, ...inRest];
  const [firstInRest = [], ...others] = inRest;
  return [[...inName.flat(), ...firstInRest], ...others];
}

export function rangesToCount({ search, ...list }: ListOfContests): Matches["all"] {
  const nothing: Order = { keysOf: () => [] };
  const listed = { ...list, cost: list.cost && assumeRareEverywhere(list.cost) };
  if (!search && !list.cost && !list.where) return { tallied: countFromTally(list) };
  if (!search) return rangesOfGroup({ leading: [] }, listed, nothing, list.now);
  if (search.isNowhere) return { total: 0, isTotalAtLeast: false };
  if (!search.isCommon.anywhere) return undefined;
  return (
    search.total ??
    rangesOfGroup({ leading: [] }, { ...listed, searchAt: { ...search, place: "anywhere" } }, nothing, list.now)
  );
}

interface CreatorRangeOptions extends Pick<ListOfContests, "filter" | "where" | "now"> {
  wordings?: TermGroups | undefined;
  dueAt?: Date;
}

/** Contests of one creator, newest first by default. Searched or due ones are read once and counted while reading. */
export const rangeOfCreator = (creatorId: string, { filter, wordings, where, now, dueAt }: CreatorRangeOptions) => ({
  from: wordings
    ? filterBySearch(sql`${contests}`, id, { wordings, creators: undefined, place: "anywhere" })
    : sql`${contests}`,
  where: and(
    eq(contests.creatorId, creatorId),
    filter.tag && eq(contests.tag, filter.tag),
    filter.phase && sql`${phaseSql(now)} = ${filter.phase}`,
    filter.group && inArray(phaseSql(now), [...CONTEST_GROUPS[filter.group]]),
    where,
  ),
  leading: [],
  keys: dueAt ? dueFirst(dueAt) : lastCreatedFirst({ isOpen: false, isFew: false }),
  ...((wordings || dueAt) && { isFew: true }),
});

type SearchAt = Search & { place: SearchField };
type Listed = Omit<ListOfContests, "search">;

/** One range for all matches: an index finds them, but not in list order. */
function rangeOfMatches(
  searchAt: SearchAt,
  { sees, filter, cost, where, now, moved }: Listed,
  { first, keysOf }: Order,
  at: Date,
): IndexRange {
  const phaseKey = first && sql`case when ${phaseSql(at)} = ${first} then 0 else 1 end`;
  return {
    from: findBySearch(searchAt),
    where: and(
      sees === "public" ? sql`${contests.stage} <= ${sql.raw(String(STAGE.completed))}` : undefined,
      filter.tag && eq(contests.tag, filter.tag),
      filter.phase && sql`${phaseSql(now)} = ${filter.phase}`,
      cost?.left,
      where,
    ),
    leading: [],
    keys: [...(phaseKey ? [phaseKey] : []), ...keysOf({ isOpen: sql`${phaseSql(at)} = 'open'`, isFew: true, moved })],
    isFew: true,
  };
}

function rangesOfGroup(
  { leading, span, isOpen, phases = PHASES }: Group,
  { sees, filter, searchAt, cost, where, now, ...list }: Listed & { searchAt?: SearchAt | undefined },
  order: Order,
  at: Date,
): IndexRange[] {
  const { keysOf, isPopular = false } = order;
  // Indexes hold current sort keys: contests that moved would be skipped or appear on two pages.
  const moved = order.isMoving ? list.moved : undefined;
  const hasNotMoved = (contestId: SQL) => moved && sql`not ${hasMoved(moved, contestId)}`;
  const listedPhases = phases.filter(
    (phase) =>
      (sees === "all" || PUBLISHED_PHASES.includes(phase)) && (filter.phase === undefined || phase === filter.phase),
  );
  const contestsSought = searchAt ? filterBySearch(sql`${contests}`, id, searchAt) : sql`${contests}`;
  const popularSought = searchAt
    ? filterBySearch(sql`${contestPopularity}`, sql`${contestPopularity.contestId}`, searchAt)
    : sql`${contestPopularity}`;

  const storedRange = (stage: number, within?: DeadlineRange): IndexRange => {
    const isFew = cost?.isRareIn(stage) ?? false;
    const isByPopularity = isPopular && !isFew;
    const table = isByPopularity ? contestPopularity : contests;
    return {
      from: isByPopularity
        ? sql`${popularSought} ${where || cost ? sql`join ${contests} on ${contests.id} = ${contestPopularity.contestId}` : sql``}`
        : contestsSought,
      where: and(
        sql`${table.stage} = ${sql.raw(String(stage))}`,
        filter.tag && eq(table.tag, filter.tag),
        within && isLeftWithin(sql`${table.deadline}`, within),
        isFew ? cost?.found : cost?.leftIn(order),
        where,
        hasNotMoved(isByPopularity ? sql`${contestPopularity.contestId}` : id),
      ),
      leading,
      keys: keysOf({ isOpen: isOpen ?? false, isFew }),
      ...(isFew && { isFew }),
    };
  };
  const staleRange = (stage: TimedStage, within: DeadlineRange): IndexRange => ({
    from: contestsSought,
    where: and(
      isWithin(deadlineInStage(contests, stage), {
        after: within.after ?? "-infinity",
        until: within.until ?? "infinity",
      }),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN_OFFSET))}` : undefined,
      filter.tag && eq(contests.tag, filter.tag),
      cost?.left,
      where,
      hasNotMoved(id),
    ),
    leading,
    keys: keysOf({ isOpen: isOpen ?? false, isFew: true }),
    isFew: true,
  });
  const movedRange = (those: Moved): IndexRange => ({
    from: contestsSought,
    where: and(
      hasMoved(those, id),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN_OFFSET))}` : undefined,
      sql`${phaseSql(now)} in (${sql.join(
        listedPhases.map((phase) => sql`${phase}`),
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
  const stored = (stage: number) =>
    sees === "all" && stage <= STAGE.completed ? [stage, stage + HIDDEN_OFFSET] : [stage];

  const isTimed = (phase: Phase) => (TIMED_STAGES as readonly number[]).includes(STAGE[phase]);
  const movedRanges = moved && listedPhases.length > 0 ? [movedRange(moved)] : [];
  const untimedRanges = isOpen
    ? []
    : listedPhases
        .filter((phase) => !isTimed(phase))
        .flatMap((phase) => stored(STAGE[phase]).map((stage) => storedRange(stage)));
  const fixed = [...untimedRanges, ...movedRanges];
  if (!listedPhases.some(isTimed)) return fixed;
  const within = intersectRanges(span, filter.phase && deadlineRangeOf(filter.phase, now));
  if (within && isEmpty(within)) return fixed;
  const timed = TIMED_STAGES.flatMap((stage) => {
    const matchesStage =
      (isOpen === undefined || isOpen === (stage === STAGE.open)) &&
      (filter.phase === undefined || STAGE[filter.phase] === stage);
    if (matchesStage) return stored(stage).map((each) => storedRange(each, within));
    return staleRange(stage, within!);
  });
  return [...timed, ...fixed];
}

/** Condition on `contest_popularity` for the sample of a search: the contests of this list. */
export function amongListed({ sees, filter, cost, now }: Pick<ListOfContests, "sees" | "filter" | "cost" | "now">) {
  const span = filter.phase && deadlineRangeOf(filter.phase, now);
  const stage = sql`${contestPopularity.stage}`;
  return and(
    sees === "public" ? sql`${stage} <= ${sql.raw(String(STAGE.completed))}` : undefined,
    filter.tag && eq(contestPopularity.tag, filter.tag),
    span && sql`${stage} % ${sql.raw(String(HIDDEN_OFFSET))} <= ${sql.raw(String(STAGE.overdue))}`,
    span && isWithin(sql`${contestPopularity.deadline}`, span),
    filter.phase && !span
      ? sql`${stage} % ${sql.raw(String(HIDDEN_OFFSET))} = ${sql.raw(String(STAGE[filter.phase]))}`
      : undefined,
    cost &&
      sql`exists (select from ${contests} where ${contests.id} = ${contestPopularity.contestId} and ${cost.left})`,
  );
}
