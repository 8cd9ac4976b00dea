import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import type { Text } from "@conquest/shared/contracts/text/message";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { contests } from "@conquest/server/src/database/schema/contests";
import { markdownColumns } from "@conquest/server/src/features/contests/domain/brief";
import { nextReminderAt } from "@conquest/server/src/features/judges/domain/rating-reminders";
import type { users } from "@conquest/server/src/database/schema/people";
import type { DemoContest } from "../demo-contests";
import { CREATORS, DEMO_CREATOR, DEMO_USER, PARTICIPANTS } from "../demo-people";

export interface Scene {
  now: Date;
  at(days: number): Date;
  /** Returns the next random number; the order of calls determines the demo. */
  random(): number;
  idOf(name: string): string;
  notice(name: string, kind: Notice["kind"], text: Text, href: string, createdAt: Date): void;
}

export interface Paid {
  name: string;
  paidAt: Date;
}

export type Rows<Table extends { $inferInsert: unknown }> = Table["$inferInsert"][];
export type DemoUser = typeof users.$inferInsert & { id: string; email: string; name: string };
export type DemoContestRow = typeof contests.$inferInsert & { id: string };

export const DAY = 24 * 60 * 60 * 1000;

export interface ContestDates {
  createdAt: Date;
  openedAt: Date | null;
  deadline: Date;
  cancelledAt: Date | null;
  winnerAt: Date | null;
  closedAt: Date;
}

const UNPUBLISHED = ["in_review", "changes_requested", "rejected"];

export function contestDates(
  { state }: DemoContest,
  { now, at, random }: Pick<Scene, "now" | "at" | "random">,
): Omit<ContestDates, "winnerAt"> {
  const deadline = at("closesIn" in state ? state.closesIn : -state.closedAgo);
  const untilDeadline = (deadline.getTime() - now.getTime()) / DAY;
  const openedAt = UNPUBLISHED.includes(state.is)
    ? null
    : at(Math.min("closedAgo" in state ? -state.closedAgo : 0, untilDeadline) - 6 - random() * 16);
  const createdAt = openedAt ? new Date(openedAt.getTime() - DAY * (0.4 + random())) : at(-0.3 - random() * 5);
  const cancelledAt = state.is === "cancelled" ? at(-state.agoDays) : null;
  const closedAt = [deadline, cancelledAt ?? now, now].reduce((one, other) => (one < other ? one : other));
  return { createdAt, openedAt, deadline, cancelledAt, closedAt };
}

export const winnerOf = ({ state }: DemoContest): string | null =>
  state.is !== "completed" ? null : state.winner === "user" ? DEMO_USER.name : state.winner;

/** The winners of the further prizes. */
export const placedOf = ({ state }: DemoContest): string[] =>
  state.is === "completed" ? state.placed.map(({ winner }) => winner) : [];

const ALL_NAMES = [...PARTICIPANTS, ...CREATORS].map(({ name }) => name);
const followersOf = (creator: string) => [DEMO_CREATOR, ...CREATORS].find(({ name }) => name === creator)!.followers;

export function findParticipants(random: Scene["random"]): (demo: DemoContest) => string[] {
  const shuffled = (names: readonly string[]) =>
    names
      .map((name) => ({ name, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ name }) => name);
  const groups = new Map<string, string[]>();

  return (demo) => {
    const { joined, demoUser, by } = demo;
    const winner = winnerOf(demo);
    const selected = new Set([
      ...(demoUser ? [DEMO_USER.name] : []),
      ...(winner === null ? [] : [winner]),
      ...placedOf(demo),
    ]);
    if (!groups.has(by)) groups.set(by, shuffled(ALL_NAMES.filter((name) => name !== by)).slice(0, followersOf(by)));
    for (const name of shuffled(groups.get(by)!)) if (selected.size < joined) selected.add(name);
    return [...selected];
  };
}

interface ContestInput {
  id: string;
  image: string;
  dates: Omit<ContestDates, "closedAt">;
  paid: readonly Paid[];
  amount: number;
  entries: readonly { id: string; userId: string }[];
}

function ratingsDates(deadline: Date, days: number, now: Date) {
  const ratingsDueAt = new Date(deadline.getTime() + days * DAY);
  return { ratingsDueAt, judgeReminderAt: nextReminderAt(deadline, ratingsDueAt, now) };
}

export function contestRow(
  demo: DemoContest,
  { id, image, dates, paid, amount, entries }: ContestInput,
  { at, idOf }: Pick<Scene, "at" | "idOf">,
): DemoContestRow {
  const {
    by,
    name,
    description,
    task,
    tag,
    fee,
    prize,
    morePrizes,
    state,
    extended,
    isFeatured,
    rules,
    spots,
    teams,
    entryForm,
    visibility,
    ratingsDueAfter,
  } = demo;
  const { createdAt, openedAt, deadline, cancelledAt, winnerAt } = dates;
  const winner = winnerOf(demo);
  const winnerId = winner === null ? null : idOf(winner);
  return {
    id,
    creatorId: idOf(by),
    name,
    image,
    description,
    task,
    ...markdownColumns({ description, task }),
    tag,
    registrationPrice: fee,
    prize,
    morePrizes,
    rules,
    entryFields: entryForm?.fields ?? [],
    visibility,
    maxParticipants: spots ? paid.length + spots.left : null,
    maxTeamSize: teams?.size ?? NO_TEAMS,
    deadline,
    ...(ratingsDueAfter !== undefined && ratingsDates(deadline, ratingsDueAfter, at(0))),
    status: openedAt ? "open" : "pending",
    review: openedAt ? "approved" : (state.is as "in_review" | "changes_requested" | "rejected"),
    openedAt,
    ...(extended && {
      deadlineMoves: 1,
      extendedAt: at(-0.5),
      extendedFrom: new Date(deadline.getTime() - extended.byDays * DAY),
      extensionReason: extended.reason,
    }),
    featuredAt: isFeatured ? at(-1) : null,
    cancelledAt,
    cancelledBy: cancelledAt ? idOf(by) : null,
    cancelReason: state.is === "cancelled" ? state.reason : null,
    ...(state.is === "completed" && {
      winnerId,
      winnerEntryId: entries.find(({ userId }) => userId === winnerId)?.id ?? null,
      winnerNote: state.note,
      winnerAt,
      winnerDeclaredBy: idOf(by),
    }),
    participantCount: cancelledAt ? 0 : paid.length,
    paidTotal: cancelledAt ? 0 : paid.length * amount,
    entryCount: entries.length,
    createdAt,
    updatedAt: winnerAt ?? cancelledAt ?? openedAt ?? createdAt,
  };
}
