import { createHash } from "node:crypto";
import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import type { contests, entries } from "@conquest/server/src/database/schema/contests";
import type { users } from "@conquest/server/src/database/schema/people";
import type { contestPromises, participations } from "@conquest/server/src/database/schema/taking-part";
import type { contestComments } from "@conquest/server/src/database/schema/talk";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { amountDue } from "@conquest/server/src/features/participation/domain/participation-policy";
import { nextStepAt } from "@conquest/server/src/features/lifecycle/domain/lifecycle-schedule";
import { entryDigest } from "@conquest/server/src/features/entries/submit-entry";
import { demoCovers, ENTRY_TEXTS } from "../demo-contests";
import { peopleOf, PUBLISHED, shareJoins, stateOf, type Amounts, type State } from "./many-shares";
import { LANGUAGES, sponsorOf, type Language } from "./many-words";
import { sequence } from "../sequence";

export interface ManyOptions extends Amounts {
  /** Number of the generated data set, from 0; ids and email addresses depend on it. */
  run: number;
  now: Date;
  joinAmount: JoinAmount;
}

const DAY = 24 * 60 * 60 * 1000;

type UserRow = typeof users.$inferInsert;
type ContestRow = typeof contests.$inferInsert & { id: string };

export interface Batch {
  users: UserRow[];
  /** Winners are set later, because their entries must exist first. */
  contests: ContestRow[];
  participations: (typeof participations.$inferInsert)[];
  entries: (typeof entries.$inferInsert)[];
  comments: (typeof contestComments.$inferInsert)[];
  winners: Required<
    Pick<ContestRow, "id" | "winnerId" | "winnerEntryId" | "winnerNote" | "winnerAt" | "winnerDeclaredBy">
  >[];
  /** Lifecycle steps of closed contests without a winner; earlier steps are done. */
  promises: (typeof contestPromises.$inferInsert)[];
}

const emptyBatch = (): Batch => ({
  users: [],
  contests: [],
  participations: [],
  entries: [],
  comments: [],
  winners: [],
  promises: [],
});

/** Keeps a batch at a few megabytes. */
const BATCH_SIZE = 4000;

export function* manyRows({ run, now, joinAmount, ...amounts }: ManyOptions): Generator<Batch> {
  const random = sequence(2026 + run);
  const people = peopleOf(amounts);
  const counts = shareJoins(amounts, people.users);
  const nextCover = demoCovers();

  const idOf = (
    kind: "admin" | "creator" | "user" | "contest" | "join" | "entry" | "comment",
    number: number | string,
  ) => {
    const hex = createHash("md5").update(`${run} ${kind} ${number}`).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const ago = (days: number) => new Date(now.getTime() - Math.round(days * DAY));
  const after = (instant: Date, days: number) => new Date(instant.getTime() + Math.round(days * DAY));
  const between = (from: Date, to: Date) =>
    new Date(Math.round(from.getTime() + random() * (to.getTime() - from.getTime())));
  const days = (min: number, max: number) => min + random() * (max - min);
  const pickOne = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const language = () => (random() < 0.3 ? LANGUAGES.bangla : LANGUAGES.latin);

  function person(role: "admin" | "creator" | "user", number: number): UserRow {
    const { given, family } = language().people;
    const createdAt = ago(days(730, 1460));
    const isCreator = role === "creator";
    return {
      id: idOf(role, number),
      uid: uidOf(run, role, number),
      email: `${role}-${number}@many-${run}.conquest.test`,
      emailVerifiedAt: createdAt,
      name: `${pickOne(given)} ${pickOne(family)}`,
      role,
      status: role !== "admin" && random() < 0.003 ? "blocked" : "verified",
      requestedAt: role === "user" && random() < 0.002 ? ago(days(0, 20)) : null,
      roleAnswer: isCreator ? "approved" : null,
      roleAnsweredAt: isCreator ? after(createdAt, 1) : null,
      createdAt,
    };
  }

  function datesOf(state: State) {
    const deadline = {
      open: () => after(now, days(0.1, 45)),
      judging: () => ago(days(0.1, 13.5)),
      overdue: () => ago(days(14.5, 29)),
      completed: () => ago(days(15, 700)),
      cancelled: () => ago(days(-20, 400)),
      in_review: () => after(now, days(2, 60)),
      changes_requested: () => after(now, days(2, 60)),
      rejected: () => after(now, days(2, 60)),
    }[state]();
    const isPublished = PUBLISHED.has(state);
    const cancelledAt =
      state === "cancelled" ? (deadline < now ? after(deadline, -days(0, 5)) : ago(days(0, 5))) : null;
    const closedAt = cancelledAt ?? (deadline < now ? deadline : now);
    const openedAt = isPublished ? after(closedAt, -days(0.2, 30)) : null;
    const createdAt = openedAt ? after(openedAt, -days(0.3, 3)) : ago(days(0.1, 20));
    return { deadline, cancelledAt, closedAt, openedAt, createdAt };
  }

  function chooseUsers(count: number): number[] {
    const chosen = new Set<number>();
    while (chosen.size < count) {
      let user = Math.floor(random() ** 1.5 * people.users);
      while (chosen.has(user)) user = (user + 1) % people.users;
      chosen.add(user);
    }
    return [...chosen];
  }

  function words(tag: Tag, sponsor: number) {
    const spoken: Language = language();
    const parts: Record<string, string> = {
      thing: pickOne(spoken.things[tag]),
      place: pickOne(spoken.places),
      occasion: pickOne(spoken.occasions),
      sponsor: sponsorOf(spoken, sponsor),
    };
    const fill = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_, part: string) => parts[part]!);
    const description = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
      fill(pickOne(spoken.sentences)),
    ).join(" ");
    return { name: fill(pickOne(spoken.names)), description, task: fill(pickOne(spoken.tasks)) };
  }

  function addContest(batch: Batch, number: number): void {
    const joinCount = counts[number]!;
    const planned = joinCount === 0 && stateOf(number) === "completed" ? "overdue" : stateOf(number);
    const course = datesOf(planned);
    const { deadline, cancelledAt, closedAt, openedAt, createdAt } = course;
    const id = idOf("contest", number);
    const creator = Math.floor(random() ** 2 * people.creators);
    const creatorId = idOf("creator", creator);
    const tag = pickOne(TAGS);
    const registrationPrice = 50 * Math.floor(random() ** 2 * 11);
    const prize = 500 * (1 + Math.floor(random() ** 3 * 200));
    const amount = amountDue({ prize, registrationPrice }, joinAmount);

    // A few were refunded, but never the first, who may be the winner.
    const refundedFrom = cancelledAt ? 0 : Math.ceil(joinCount * 0.97);
    let entryCount = 0;
    for (const [place, user] of chooseUsers(joinCount).entries()) {
      const userId = idOf("user", user);
      const paidAt = between(openedAt!, closedAt);
      const refundedAt = place >= refundedFrom ? (cancelledAt ?? between(paidAt, closedAt)) : null;
      const state = refundedAt ? "refunded" : "paid";
      batch.participations.push({
        id: idOf("join", `${number}-${place}`),
        contestId: id,
        userId,
        amount,
        last4: "4242",
        state,
        paidAt,
        refundedAt,
      });
      if (place >= Math.ceil(refundedFrom / (planned === "open" ? 8 : 4))) continue;

      const entryId = idOf("entry", `${number}-${place}`);
      const entry = { text: pickOne(ENTRY_TEXTS[tag]), link: "" };
      const sha256 = entryDigest(entry);
      const submittedAt = between(paidAt, closedAt);
      const winnerAt = planned === "completed" && place === 0 ? after(deadline, days(1, 13)) : null;
      entryCount += 1;
      batch.entries.push({
        id: entryId,
        contestId: id,
        userId,
        number: 100 + place,
        ...entry,
        answersOf: sha256,
        sha256,
        submittedAt,
        createdAt: submittedAt,
        publishedAt: winnerAt,
      });
      if (winnerAt) {
        batch.winners.push({
          id,
          winnerId: userId,
          winnerEntryId: entryId,
          winnerNote: "The clearest of all, and the only one that made us laugh.",
          winnerAt,
          winnerDeclaredBy: creatorId,
        });
      }
    }

    const review = PUBLISHED.has(planned) ? "approved" : (planned as "in_review" | "changes_requested" | "rejected");
    batch.contests.push({
      id,
      creatorId,
      ...words(tag, creator),
      image: nextCover(tag),
      tag,
      registrationPrice,
      prize,
      deadline,
      status: review === "approved" ? "open" : "pending",
      review,
      openedAt,
      cancelledAt,
      cancelledBy: cancelledAt && creatorId,
      cancelReason: cancelledAt && "The sponsor withdrew. Everyone was refunded.",
      participantCount: refundedFrom,
      paidTotal: refundedFrom * amount,
      entryCount,
      createdAt,
      updatedAt: cancelledAt ?? openedAt ?? createdAt,
    });
    if (planned === "judging" || planned === "overdue")
      batch.promises.push({ contestId: id, nextAt: nextStepAt(deadline, now)! });
    if (review === "changes_requested" || review === "rejected") {
      batch.comments.push({
        id: idOf("comment", number),
        contestId: id,
        authorId: idOf("admin", number % people.admins),
        text: review === "rejected" ? "This is an advertisement, not a contest." : "Say who picks the winner, and how.",
        decision: review,
        createdAt: between(createdAt, now),
      });
    }
  }

  for (const [role, count] of [
    ["admin", people.admins],
    ["creator", people.creators],
    ["user", people.users],
  ] as const) {
    for (let from = 0; from < count; from += BATCH_SIZE) {
      const size = Math.min(BATCH_SIZE, count - from);
      yield { ...emptyBatch(), users: Array.from({ length: size }, (_, index) => person(role, from + index)) };
    }
  }
  for (let from = 0; from < amounts.contests; from += BATCH_SIZE) {
    const batch = emptyBatch();
    for (let number = from; number < Math.min(from + BATCH_SIZE, amounts.contests); number += 1)
      addContest(batch, number);
    yield batch;
  }
}

/** The first admin's uid shows whether a run is in the database. */
export const uidOf = (run: number, role: "admin" | "creator" | "user", number: number) =>
  `many-${run}-${role}-${number}`;
