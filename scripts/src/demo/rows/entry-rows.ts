import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { entryDigest } from "@conquest/server/src/features/entries/submit-entry";
import type { entries } from "@conquest/server/src/database/schema/contests";
import type { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import { ENTRY_TEXTS, JUDGE_COMMENTS, toAnswers, type DemoContest } from "../demo-contests";
import { DEMO_USER } from "../demo-people";
import { sequence } from "../sequence";
import { DAY, placedOf, winnerOf, type Paid, type Rows, type Scene } from "./contest-rows";

export type DemoEntry = typeof entries.$inferInsert & { id: string };

interface EntryInput {
  contestId: string;
  paid: readonly Paid[];
  between(from: Date, to: Date): Date;
  closedAt: Date;
}

export function entryRows(
  demo: DemoContest,
  { contestId, paid, between, closedAt }: EntryInput,
  { random, idOf }: Pick<Scene, "random" | "idOf">,
): DemoEntry[] {
  const winners = [winnerOf(demo), ...placedOf(demo)];
  const texts = ENTRY_TEXTS[demo.tag];
  const submitters = paid.filter(
    ({ name }) => winners.includes(name) || (name === DEMO_USER.name && demo.demoUser === "submitted"),
  );
  const others = paid.filter(({ name }) => !winners.includes(name) && name !== DEMO_USER.name);
  const count = Math.min(texts.length, Math.ceil(paid.length / (demo.state.is === "open" ? 8 : 4)));
  submitters.push(...others.slice(0, Math.max(0, count - submitters.length)));
  const first = Math.floor(random() * texts.length);
  return submitters.map(({ name, paidAt }, index) => {
    const text = texts[(first + index) % texts.length]!;
    const submittedAt = between(paidAt, closedAt);
    const answers = answersOf(demo, index);
    const sha256 = entryDigest({ text, link: "", answers });
    // Looks random without repeating, because 37 and 900 are coprime.
    const number = 100 + (((index + 11) * 37) % 900);
    return {
      id: crypto.randomUUID(),
      contestId,
      userId: idOf(name),
      number,
      text,
      link: "",
      answers,
      answersOf: sha256,
      sha256,
      submittedAt,
      createdAt: submittedAt,
    };
  });
}

function answersOf({ entryForm }: DemoContest, index: number) {
  if (!entryForm) return [];
  const { fields, answers } = entryForm;
  return toAnswers(fields, answers[index % answers.length]!).answers;
}

interface Judged {
  ratings: Rows<typeof entryRatings>;
  answers: Map<string, EntryFeedbackSummary>;
}

export function judgeEntries({
  at,
  idOf,
}: Pick<Scene, "at" | "idOf">): (demo: DemoContest, entries: readonly DemoEntry[], winnerAt: Date | null) => Judged {
  // A separate random sequence, so that ratings do not affect the other data.
  const random = sequence(1905);
  const randomFeedback = (isWinner: boolean): { rating: 1 | 2 | 3 | 4 | 5 | null; word: string } => {
    const [chance, place, wordChance] = [random(), random(), random()];
    if (!isWinner && chance < 0.12) return { rating: null, word: "" };
    const rating = isWinner ? 5 : ([1, 2, 2, 3, 3, 3, 4, 4, 5] as const)[Math.floor(place * 9)]!;
    const words = JUDGE_COMMENTS[rating];
    return { rating, word: wordChance < 0.6 ? words[Math.floor(place * 100) % words.length]! : "" };
  };

  return (demo, entries, winnerAt) => {
    const judged: Judged = { ratings: [], answers: new Map() };
    const winner = winnerOf(demo);
    const placedIds = placedOf(demo).map(idOf);
    for (const entry of winnerAt ? entries : demo.state.is === "judging" ? entries.slice(0, 1) : []) {
      const isWinner = winner !== null && entry.userId === idOf(winner);
      const { rating, word } = randomFeedback(isWinner);
      judged.answers.set(entry.userId, { rating, hasWord: word !== "" });
      if (rating !== null)
        judged.ratings.push({
          entryId: entry.id,
          judgeId: idOf(demo.by),
          rating,
          word,
          updatedAt: winnerAt ?? at(-0.1),
        });
      const isPublished = isWinner || (random() < 0.4 && entry.userId !== idOf(DEMO_USER.name));
      if (winnerAt && (isPublished || placedIds.includes(entry.userId))) entry.publishedAt = winnerAt;
    }
    return judged;
  };
}

export function coJudging(
  contestId: string,
  deadline: Date,
  entries: readonly DemoEntry[],
  { at, idOf }: Pick<Scene, "at" | "idOf">,
): { judges: Rows<typeof contestJudges>; ratings: Rows<typeof entryRatings> } {
  const invitedAt = new Date(deadline.getTime() - 2 * DAY);
  const judgeId = idOf(DEMO_USER.name);
  return {
    judges: [
      {
        contestId,
        email: DEMO_USER.email,
        judgeId,
        state: "accepted",
        invitedAt,
        changedAt: new Date(invitedAt.getTime() + DAY),
      },
      { contestId, email: "bamboo.workshop@example.com", state: "invited", invitedAt: deadline, changedAt: deadline },
    ],
    ratings: entries.slice(0, 2).map(({ id: entryId }, place) => {
      const rating = place === 0 ? 4 : 5;
      return { entryId, judgeId, rating, word: JUDGE_COMMENTS[rating][0]!, updatedAt: at(-0.2) };
    }),
  };
}
