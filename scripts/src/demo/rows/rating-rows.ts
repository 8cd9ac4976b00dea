import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import type { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import type { DemoContest } from "../contests/demo-contest";
import { JUDGE_COMMENTS } from "../demo-entries";
import { DEMO_USER } from "../demo-people";
import { sequence } from "../sequence";
import type { DemoEntry } from "./entry-rows";
import { winnerOf } from "./participants";
import { DAY, type Rows, type Scene } from "./scene";

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
      if (winnerAt && isPublished) entry.publishedAt = winnerAt;
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
