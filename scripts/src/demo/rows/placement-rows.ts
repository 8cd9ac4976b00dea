import type { awards } from "@conquest/server/src/database/schema/awards";
import type { placements } from "@conquest/server/src/database/schema/placements";
import type { DemoContest } from "../demo-contests";
import { awardRow, type DemoAward } from "./award-rows";
import type { Rows, Scene } from "./contest-rows";
import type { DemoEntry } from "./entry-rows";

interface PlacementInput {
  contestId: string;
  entries: readonly DemoEntry[];
  winnerAt: Date;
}

/** Returns the winners of the further prizes, the awards of those that are worth something, and their handover. */
export function placementRows(
  { by, morePrizes, state }: DemoContest,
  { contestId, entries, winnerAt }: PlacementInput,
  { now, idOf }: Pick<Scene, "now" | "idOf">,
): { placements: Rows<typeof placements>; awards: Rows<typeof awards>; handovers: DemoAward[] } {
  const placed = state.is === "completed" ? state.placed : [];
  const rows = placed.map(({ winner, handover }, index) => {
    const winnerId = idOf(winner);
    const { name, amount } = morePrizes[index]!;
    return {
      placement: {
        contestId,
        place: index + 2,
        entryId: entries.find(({ userId }) => userId === winnerId)!.id,
        winnerId,
        prizeName: name,
        prize: amount,
      },
      handover,
    };
  });
  const handed = rows.filter(({ placement }) => placement.prize > 0);
  return {
    placements: rows.map(({ placement }) => placement),
    awards: handed.map(({ placement: { place, winnerId, prize } }) => ({
      contestId,
      place,
      creatorId: idOf(by),
      winnerId,
      prize,
      awardedAt: winnerAt,
      waitingSince: winnerAt,
    })),
    handovers: handed.map(({ placement: { place, winnerId }, handover }) => ({
      ...awardRow(handover, contestId, winnerAt, now),
      place,
      winnerId,
    })),
  };
}
