import type { ContestForm } from "@conquest/shared/contracts/contests";
import type { PhaseFacts } from "./phase";
import type { ContestRow } from "./contests-repository";

export interface ContestFacts extends PhaseFacts {
  registrationPrice: number;
  prize: number;
  participantCount: number;
  deadlineMoves: number;
  /** Time of the last deadline extension that affected participants. */
  extendedAt: Date | null;
  hiddenAt: Date | null;
}

export interface ContestRelation {
  isOwner: boolean;
  isAdmin: boolean;
  isJudge: boolean;
  /** Is an admin while the creator is blocked: acts at once instead of waiting until the contest is overdue. */
  standsIn: boolean;
  hasJoined: boolean;
  hasSubmitted: boolean;
  joinedBeforeExtension: boolean;
  /** Won and agreed to publication. */
  isShownWinner: boolean;
  everJoined: boolean;
  hasReported: boolean;
}

export type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;
