import { eq } from "drizzle-orm";
import type { EntryAnswer } from "@conquest/shared/contracts/entries";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { Clock } from "@conquest/server/src/platform/clock";
import type { Database } from "@conquest/server/src/database/open-database";
import { HOURS_TO_LEAVE } from "@conquest/shared/contracts/extending";
import type { ContestTerms } from "@conquest/shared/contracts/review";
import type { JoinAmount } from "@conquest/shared/contracts/site-config";
import { amountDue } from "@conquest/server/src/features/contests/money/amount-due";
import { answerSentence } from "@conquest/server/src/features/contests/entries/entry-answers";
import { entryDigest } from "@conquest/server/src/features/entries/entry-receipt";
import { auditEntries } from "@conquest/server/src/database/schema/audit";
import { contestRounds, contests, entries } from "@conquest/server/src/database/schema/contests";
import { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import { contactMessages, contactReplies, notices } from "@conquest/server/src/database/schema/messages";
import { users } from "@conquest/server/src/database/schema/people";
import { participations } from "@conquest/server/src/database/schema/taking-part";
import { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import { contestComments, contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import { BLOCKED_BECAUSE, demoAudit } from "./demo-audit";
import type { DemoContest } from "./contests/demo-contest";
import { DEMO_CONTESTS } from "./demo-contests";
import { demoCovers } from "./demo-covers";
import { ENTRY_TEXTS, JUDGE_WORDS } from "./demo-entries";
import { createIdentities } from "./demo-identities";
import { BLOCKED, CONTACT_MESSAGES, CREATORS, DEMO_ACCOUNTS, HOPEFUL, PARTICIPANTS, WOMEN, emailOf, type CreatorName } from "./demo-people";
import { demoRounds } from "./demo-rounds";
import { demoReports } from "./demo-reports";
import { demoTalk } from "./demo-talk";
import { sequence } from "./sequence";

const DAY = 24 * 60 * 60 * 1000;
const [ADMIN, DEMO_CREATOR, DEMO_USER] = DEMO_ACCOUNTS;

/** So many portraits of women, and so many of men, lie in server/media/people; later people have none. */
const PORTRAITS = 24;

/** How many people take part in a creator's contests; creators also join each other's. */
const FOLLOWERS: Record<CreatorName, number> = {
  "Mahmudul Islam": 46,
  "Arif Hossain": 44,
  "Sabbir Talukder": 43,
  "Shaila Haque": 42,
  "Rumana Yasmin": 41,
  "Nabila Karim": 35,
  "Tanvir Ahmed": 37,
  "Priyanka Sarkar": 33,
};

type DemoUser = typeof users.$inferInsert & { id: string; email: string; name: string };
type Rows<Table extends { $inferInsert: unknown }> = Table["$inferInsert"][];

/** All rows of the demo, with dates relative to `now`. */
export function demoRows(now: Date, joinAmount: JoinAmount) {
  const random = sequence(2026);
  const nextCover = demoCovers();
  const at = (days: number) => new Date(now.getTime() + Math.round(days * DAY));
  const between = (from: Date, to: Date) => new Date(Math.round(from.getTime() + random() * Math.max(0, to.getTime() - from.getTime())));
  const earlier = (one: Date, other: Date) => (one < other ? one : other);

  const userRows: DemoUser[] = [];
  const portraits = { woman: 0, man: 0 };
  const nextPortrait = (name: string) => {
    const person = WOMEN.has(name) ? "woman" : "man";
    const number = ++portraits[person];
    return number <= PORTRAITS ? `/media/people/${person}-${String(number).padStart(2, "0")}.webp` : "";
  };
  const addPerson = (name: string, email: string, more: Partial<DemoUser>) => {
    const createdAt = at(-(90 + random() * 200));
    userRows.push({
      id: crypto.randomUUID(),
      uid: `demo-${email.split("@")[0]!.replaceAll(".", "-")}`,
      email,
      emailVerifiedAt: createdAt,
      name,
      image: nextPortrait(name),
      createdAt,
      ...more,
    });
  };
  for (const { email, name, role } of DEMO_ACCOUNTS) addPerson(name, email, { role });
  for (const name of CREATORS) {
    addPerson(name, emailOf(name), { role: "creator", roleAnswer: "approved", roleAnsweredAt: at(-80) });
  }
  for (const name of PARTICIPANTS) {
    addPerson(name, emailOf(name), { ...(name === HOPEFUL ? { requestedAt: at(-1.3) } : {}), ...(name === BLOCKED ? { status: "blocked", refusedBecause: BLOCKED_BECAUSE } : {}) });
  }
  const ids = new Map(userRows.map(({ name, id }) => [name, id]));
  const idOf = (name: string) => ids.get(name)!;

  const contestRows: (typeof contests.$inferInsert & { id: string })[] = [];
  const participationRows: Rows<typeof participations> = [];
  const entryRows: Rows<typeof entries> = [];
  const ratingRows: Rows<typeof entryRatings> = [];
  const judgeRows: Rows<typeof contestJudges> = [];
  const commentRows: Rows<typeof contestComments> = [];
  const earlierTerms = new Map<string, Partial<ContestTerms>>();
  const questionRows: Rows<typeof contestQuestions> = [];
  const newsRows: Rows<typeof contestNews> = [];
  const caseRows: Rows<typeof reportCases> = [];
  const reportRows: Rows<typeof reports> = [];
  const noticeRows: Rows<typeof notices> = [];

  const notice = (name: string, kind: Notice["kind"], text: string, href: string, createdAt: Date) => {
    // What is older than a week was read.
    const readAt = now.getTime() - createdAt.getTime() > 7 * DAY ? new Date(createdAt.getTime() + DAY / 2) : null;
    noticeRows.push({ userId: idOf(name), kind, text, href, createdAt, readAt });
  };

  const shuffled = (names: readonly string[]) =>
    names
      .map((name) => ({ name, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ name }) => name);
  const circles = new Map<string, string[]>();

  // A sequence of its own: who takes part where, and when, is what it was before there were ratings.
  const judge = sequence(1905);
  /** What a creator says of an entry; of a few nothing. */
  function judged(isWinner: boolean): { rating: 1 | 2 | 3 | 4 | 5 | null; word: string } {
    const [chance, place, talk] = [judge(), judge(), judge()];
    if (!isWinner && chance < 0.12) return { rating: null, word: "" };
    const rating = isWinner ? 5 : ([1, 2, 2, 3, 3, 3, 4, 4, 5] as const)[Math.floor(place * 9)]!;
    const words = JUDGE_WORDS[rating];
    return { rating, word: talk < 0.6 ? words[Math.floor(place * 100) % words.length]! : "" };
  }

  function participantsOf({ joined, demoUser, state, by }: DemoContest): string[] {
    const wanted = new Set<string>();
    if (demoUser) wanted.add(DEMO_USER.name);
    if (state.is === "completed") wanted.add(state.winner === "user" ? DEMO_USER.name : state.winner);
    const followers = FOLLOWERS[by];
    if (!circles.has(by)) circles.set(by, shuffled([...PARTICIPANTS, ...CREATORS.filter((name) => name !== by)]).slice(0, followers));
    for (const name of shuffled(circles.get(by)!)) if (wanted.size < joined) wanted.add(name);
    return [...wanted];
  }

  for (const demo of DEMO_CONTESTS) {
    const { state } = demo;
    const id = crypto.randomUUID();
    const deadline = at("closesIn" in state ? state.closesIn : -state.closedAgo);
    const isPublished = state.is !== "in_review" && state.is !== "changes_requested" && state.is !== "rejected";
    const openedAt = isPublished ? at(Math.min("closedAgo" in state ? -state.closedAgo : 0, (deadline.getTime() - now.getTime()) / DAY) - 6 - random() * 16) : null;
    const createdAt = openedAt ? new Date(openedAt.getTime() - DAY * (0.4 + random())) : at(-0.3 - random() * 5);
    const cancelledAt = state.is === "cancelled" ? at(-state.agoDays) : null;
    const names = participantsOf(demo);
    const closedAt = [deadline, cancelledAt ?? now, now].reduce(earlier);

    const paid = names
      .map((name) => ({ name, paidAt: between(openedAt!, closedAt) }))
      .sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
    const amount = amountDue({ prize: demo.prize, registrationPrice: demo.fee }, joinAmount);
    for (const { name, paidAt } of paid) {
      participationRows.push({
        contestId: id,
        userId: idOf(name),
        amount,
        last4: "4242",
        state: cancelledAt ? "refunded" : "paid",
        paidAt,
        refundedAt: cancelledAt,
      });
      if (name === DEMO_USER.name) notice(name, "joined", `You joined “${demo.name}”.`, `/contest-details/${id}`, paidAt);
    }

    const extension = demo.extended
      ? { deadlineMoves: 1, extendedAt: at(-0.5), extendedFrom: new Date(deadline.getTime() - demo.extended.byDays * DAY), extensionReason: demo.extended.reason }
      : {};
    const winner = state.is === "completed" ? (state.winner === "user" ? DEMO_USER.name : state.winner) : null;
    const submitters = paid.filter(({ name }) => name === winner || (name === DEMO_USER.name && demo.demoUser === "submitted"));
    const others = paid.filter(({ name }) => name !== winner && name !== DEMO_USER.name);
    const texts = ENTRY_TEXTS[demo.tag];
    const entryCount = Math.min(texts.length, Math.ceil(paid.length / (state.is === "open" ? 8 : 4)));
    submitters.push(...others.slice(0, Math.max(0, entryCount - submitters.length)));
    // Each contest begins elsewhere in the texts of its tag.
    const first = Math.floor(random() * texts.length);
    let winnerEntryId: string | null = null;
    const firstEntry = entryRows.length;
    for (const [index, { name, paidAt }] of submitters.entries()) {
      const text = texts[(first + index) % texts.length]!;
      const submittedAt = between(paidAt, closedAt);
      const entryId = crypto.randomUUID();
      if (name === winner) winnerEntryId = entryId;
      // As good as by chance: 37 and 900 have no divisor in common.
      const number = 100 + ((index + 11) * 37) % 900;
      entryRows.push({ id: entryId, contestId: id, userId: idOf(name), number, text, link: "", sha256: entryDigest({ text, link: "" }), submittedAt, createdAt: submittedAt });
    }

    const winnerAt = winner ? new Date(deadline.getTime() + DAY * (1 + random() * 2)) : null;
    const answers = new Map<string, EntryAnswer>();
    for (const [place, entry] of entryRows.slice(firstEntry).entries()) {
      // While it is judged, only the first has been read.
      if (!winnerAt && (state.is !== "judging" || place > 0)) continue;
      const isWinner = entry.id === winnerEntryId;
      const said = judged(isWinner);
      answers.set(entry.userId, { rating: said.rating, hasWord: said.word !== "" });
      if (said.rating !== null) ratingRows.push({ entryId: entry.id!, judgeId: idOf(demo.by), ...said, updatedAt: winnerAt ?? at(-0.1) });
      // Whoever tries the demo publishes their own.
      const isPublished = isWinner || (judge() < 0.4 && entry.userId !== idOf(DEMO_USER.name));
      if (winnerAt && isPublished) entry.publishedAt = winnerAt;
    }
    contestRows.push({
      id,
      creatorId: idOf(demo.by),
      name: demo.name,
      image: nextCover(demo.tag),
      description: demo.description,
      task: demo.task,
      tag: demo.tag,
      registrationPrice: demo.fee,
      prize: demo.prize,
      deadline,
      status: isPublished ? "open" : "pending",
      review: isPublished ? "approved" : (state.is as "in_review" | "changes_requested" | "rejected"),
      openedAt,
      ...extension,
      featuredAt: demo.isFeatured ? at(-1) : null,
      cancelledAt,
      cancelledBy: cancelledAt ? idOf(demo.by) : null,
      cancelReason: state.is === "cancelled" ? state.reason : null,
      ...(state.is === "completed" && winner
        ? { winnerId: idOf(winner), winnerEntryId, winnerNote: state.note, winnerAt, winnerDeclaredBy: idOf(demo.by) }
        : {}),
      participantCount: cancelledAt ? 0 : paid.length,
      paidTotal: cancelledAt ? 0 : paid.length * amount,
      entryCount: submitters.length,
      createdAt,
      updatedAt: winnerAt ?? cancelledAt ?? openedAt ?? createdAt,
    });

    if (demo.demoUserJudges) {
      const invitedAt = new Date(deadline.getTime() - 2 * DAY);
      judgeRows.push({ contestId: id, email: DEMO_USER.email, judgeId: idOf(DEMO_USER.name), state: "accepted", invitedAt, changedAt: new Date(invitedAt.getTime() + DAY) });
      judgeRows.push({ contestId: id, email: "bamboo.workshop@example.com", state: "invited", invitedAt: deadline, changedAt: deadline });
      for (const [place, entry] of entryRows.slice(firstEntry, firstEntry + 2).entries()) {
        const rating = place === 0 ? 4 : 5;
        ratingRows.push({ entryId: entry.id!, judgeId: idOf(DEMO_USER.name), rating, word: JUDGE_WORDS[rating][0]!, updatedAt: at(-0.2) });
      }
    }

    if (openedAt) {
      const talk = demoTalk(demo, { id, now, openedAt, paid, idOf, notice });
      questionRows.push(...talk.questions);
      newsRows.push(...talk.news);
      const reported = demoReports(demo, { id, authorId: idOf(demo.by), now, idOf });
      caseRows.push(...reported.cases);
      reportRows.push(...reported.said);
    }

    if (state.is === "in_review" && state.before) {
      const commentedAt = new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime()) / 2);
      const { comment, ...before } = state.before;
      commentRows.push({ contestId: id, authorId: idOf(ADMIN.name), text: comment, decision: "changes_requested", createdAt: commentedAt });
      earlierTerms.set(id, before);
    }

    const isOwn = demo.by === DEMO_CREATOR.name;
    const own = "/dashboard/my_created_contests";
    if (isOwn && openedAt) notice(DEMO_CREATOR.name, "contest_confirmed", `“${demo.name}” was confirmed and is open now.`, `/contest-details/${id}`, openedAt);
    if (state.is === "changes_requested" || state.is === "rejected") {
      const commentedAt = new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime()) / 2);
      commentRows.push({ contestId: id, authorId: idOf(ADMIN.name), text: state.comment, decision: state.is, createdAt: commentedAt });
      const what = state.is === "rejected" ? "was rejected" : "needs changes";
      if (isOwn) notice(DEMO_CREATOR.name, state.is, `“${demo.name}” ${what}: ${state.comment}`, own, commentedAt);
    }
    if (state.is === "in_review") {
      notice(ADMIN.name, "contest_submitted", `${demo.by} sent “${demo.name}” for review.`, "/dashboard/manage_contests", createdAt);
    }
    if (demo.demoUser && winnerAt) {
      const isWin = winner === DEMO_USER.name;
      const answer = answers.get(idOf(DEMO_USER.name));
      const news = isWin ? `Congratulations! You won “${demo.name}”.` : `“${demo.name}” has a winner: ${winner}.`;
      notice(
        DEMO_USER.name,
        isWin ? "winner" : "result",
        answer ? `${news} ${answerSentence(answer)}` : news,
        `/contest-details/${id}${answer ? "#entry" : ""}`,
        winnerAt,
      );
    }
    if (demo.demoUser && demo.extended) {
      notice(
        DEMO_USER.name,
        "deadline_extended",
        `“${demo.name}” closes ${demo.extended.byDays} days later than you were told. Its creator says: “${demo.extended.reason}” For ${HOURS_TO_LEAVE} hours you may leave and have your money back, also if your entry is in.`,
        `/contest-details/${id}`,
        at(-0.5),
      );
    }
    if (demo.demoUser && state.is === "cancelled") {
      notice(DEMO_USER.name, "cancelled", `“${demo.name}” was cancelled and your payment refunded. ${state.reason}`, `/contest-details/${id}`, cancelledAt!);
    }
  }

  notice(ADMIN.name, "role_requested", `${HOPEFUL} asks to become a creator.`, "/dashboard/manage_users", at(-1.3));
  const messageIds = CONTACT_MESSAGES.map(() => crypto.randomUUID());
  const messageRows: Rows<typeof contactMessages> = CONTACT_MESSAGES.map(({ daysAgo, isHandled, reply: _, ...message }, nth) => ({
    ...message,
    id: messageIds[nth]!,
    createdAt: at(-daysAgo - 0.1),
    handledAt: isHandled ? at(-daysAgo + 0.5) : null,
    handledBy: isHandled ? idOf(ADMIN.name) : null,
  }));
  const replyRows: Rows<typeof contactReplies> = CONTACT_MESSAGES.flatMap(({ daysAgo, reply }, nth) => {
    const writtenAt = at(-daysAgo + 0.4);
    return reply === null ? [] : [{ messageId: messageIds[nth]!, authorId: idOf(ADMIN.name), text: reply, writtenAt, dueAt: writtenAt, attempts: 1, sentAt: writtenAt }];
  });

  const roundRows = demoRounds({ adminId: idOf(ADMIN.name), contests: contestRows, comments: commentRows, earlierTerms });
  const auditRows = demoAudit({ adminId: idOf(ADMIN.name), users: userRows, contests: contestRows, comments: commentRows, judges: judgeRows, blockedAt: at(-3.4) });
  return { audit: auditRows, rounds: roundRows, users: userRows, contests: contestRows, participations: participationRows, entries: entryRows, ratings: ratingRows, judges: judgeRows, comments: commentRows, questions: questionRows, news: newsRows, cases: caseRows, reports: reportRows, notices: noticeRows, messages: messageRows, replies: replyRows };
}

/** True while nobody has ever been here. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length === 0;
}

/** Made-up people and contests are never to be mixed with real ones. */
export function refuseProduction(): void {
  if (process.env["NODE_ENV"] === "production") throw new Error("The demo data never belongs in production.");
}

/** Fills an empty site with the demo: accounts in the emulator, then all rows in one transaction. False when there are people already. */
export async function seedDemo(db: Database, clock: Clock, options: { port: number; joinAmount: JoinAmount }): Promise<boolean> {
  refuseProduction();
  if (!(await isEmpty(db))) return false;

  const rows = demoRows(clock.now(), options.joinAmount);
  await createIdentities(options.port, rows.users.map(({ uid, email, name }) => ({ uid, email, name })));
  await db.transaction(async (tx) => {
    await tx.insert(users).values(rows.users);
    // The winner's entry needs the contest, and the contest the entry: the winner comes last.
    await tx.insert(contests).values(rows.contests.map((contest) => ({ ...contest, ...NO_WINNER })));
    for (let from = 0; from < rows.participations.length; from += 500) await tx.insert(participations).values(rows.participations.slice(from, from + 500));
    await tx.insert(entries).values(rows.entries);
    await tx.insert(entryRatings).values(rows.ratings);
    await tx.insert(contestJudges).values(rows.judges);
    for (const { id, winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy } of rows.contests) {
      if (winnerId) await tx.update(contests).set({ winnerId, winnerEntryId, winnerNote, winnerAt, winnerDeclaredBy }).where(eq(contests.id, id));
    }
    await tx.insert(contestRounds).values(rows.rounds);
    await tx.insert(contestComments).values(rows.comments);
    await tx.insert(contestQuestions).values(rows.questions);
    await tx.insert(contestNews).values(rows.news);
    await tx.insert(reportCases).values(rows.cases);
    await tx.insert(reports).values(rows.reports);
    await tx.insert(notices).values(rows.notices);
    await tx.insert(contactMessages).values(rows.messages);
    await tx.insert(contactReplies).values(rows.replies);
    await tx.insert(auditEntries).values(rows.audit);
  });
  return true;
}

const NO_WINNER = { winnerId: null, winnerEntryId: null, winnerNote: null, winnerAt: null, winnerDeclaredBy: null };
