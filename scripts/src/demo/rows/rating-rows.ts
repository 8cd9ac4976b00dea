import type { EntryAnswer } from "@conquest/shared/contracts/judging/ratings";
import type { contestJudges, entryRatings } from "@conquest/server/src/database/schema/judging";
import type { DemoContest } from "../contests/demo-contest";
import { JUDGE_WORDS } from "../demo-entries";
import { DEMO_USER } from "../demo-people";
import { sequence } from "../sequence";
import type { DemoEntry } from "./entry-rows";
import { winnerOf } from "./participants";
import { DAY, type Rows, type Scene } from "./scene";

interface Judged {
  ratings: Rows<typeof entryRatings>;
  /** What the authors of the judged entries are told, by their ids. */
  answers: Map<string, EntryAnswer>;
}

/** Judges entries as a contest's creator does, one contest after the other; entries that may be read by all are marked as such. */
export function judgeEntries({
  at,
  idOf,
}: Pick<Scene, "at" | "idOf">): (demo: DemoContest, entries: readonly DemoEntry[], winnerAt: Date | null) => Judged {
  // A sequence of its own: who takes part where, and when, does not depend on what is said of entries.
  const random = sequence(1905);
  /** Of a few entries nothing is said. */
  const said = (isWinner: boolean): { rating: 1 | 2 | 3 | 4 | 5 | null; word: string } => {
    const [chance, place, talk] = [random(), random(), random()];
    if (!isWinner && chance < 0.12) return { rating: null, word: "" };
    const rating = isWinner ? 5 : ([1, 2, 2, 3, 3, 3, 4, 4, 5] as const)[Math.floor(place * 9)]!;
    const words = JUDGE_WORDS[rating];
    return { rating, word: talk < 0.6 ? words[Math.floor(place * 100) % words.length]! : "" };
  };

  return (demo, entries, winnerAt) => {
    const judged: Judged = { ratings: [], answers: new Map() };
    const winner = winnerOf(demo);
    // While it is judged, only the first has been read.
    for (const entry of winnerAt ? entries : demo.state.is === "judging" ? entries.slice(0, 1) : []) {
      const isWinner = winner !== null && entry.userId === idOf(winner);
      const { rating, word } = said(isWinner);
      judged.answers.set(entry.userId, { rating, hasWord: word !== "" });
      if (rating !== null)
        judged.ratings.push({
          entryId: entry.id,
          judgeId: idOf(demo.by),
          rating,
          word,
          updatedAt: winnerAt ?? at(-0.1),
        });
      // Whoever tries the demo publishes their own.
      const isPublished = isWinner || (random() < 0.4 && entry.userId !== idOf(DEMO_USER.name));
      if (winnerAt && isPublished) entry.publishedAt = winnerAt;
    }
    return judged;
  };
}

/** The demo user judges beside the creator, who has invited somebody else too. */
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
      return { entryId, judgeId, rating, word: JUDGE_WORDS[rating][0]!, updatedAt: at(-0.2) };
    }),
  };
}
