import type { ContestForm } from "@conquest/shared/contracts/contests";
import type { PhaseFacts } from "../clock/phase";
import type { ContestRow } from "../contests-repository";

/** Facts about a contest that the policies need. */
export interface ContestFacts extends PhaseFacts {
  registrationPrice: number;
  prize: number;
  participantCount: number;
  deadlineMoves: number;
  /** Time of the last deadline extension that affected participants. */
  extendedAt: Date | null;
  /** Time since when it is hidden from the public after a report. */
  hiddenAt: Date | null;
}

/** The caller's relation to a contest. */
export interface ContestRelation {
  isOwner: boolean;
  isAdmin: boolean;
  /** Is an accepted co-judge. */
  isJudge: boolean;
  /** Is an admin while the creator is blocked: acts at once instead of waiting until the contest is overdue. */
  standsIn: boolean;
  /** Has a paid participation. */
  hasJoined: boolean;
  hasSubmitted: boolean;
  /** Joined before the last deadline extension. */
  joinedBeforeExtension: boolean;
  /** Won and agreed to publication. */
  isShownWinner: boolean;
  /** Has or had a participation. */
  everJoined: boolean;
  /** Has an open report on it. */
  hasReported: boolean;
}

/** Form fields in their database representation. */
export type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;
