import type { ContestForm } from "@conquest/shared/contracts/contests";
import type { PhaseFacts } from "../clock/phase";
import type { ContestRow } from "../contests-repository";

/** What the rules ask of a contest. */
export interface ContestFacts extends PhaseFacts {
  registrationPrice: number;
  prize: number;
  participantCount: number;
  deadlineMoves: number;
  /** When it was moved for those who had joined, the last time. */
  extendedAt: Date | null;
  /** Since when the public does not see it after a report. */
  hiddenAt: Date | null;
}

/** What the caller is to the contest. */
export interface ContestRelation {
  isOwner: boolean;
  isAdmin: boolean;
  /** Has accepted to judge it beside its owner. */
  isJudge: boolean;
  /** An admin, while its creator is blocked and cannot come: does at once what otherwise waits until it is overdue. */
  standsIn: boolean;
  /** Has a paid place now. */
  hasJoined: boolean;
  hasSubmitted: boolean;
  /** Had that place already when the deadline was moved. */
  joinedBeforeExtension: boolean;
  /** Won, and had let the entry be shown in that case. */
  isShownWinner: boolean;
  /** Has a place, or had one. */
  everJoined: boolean;
  /** Has reported it, and that is not decided. */
  hasReported: boolean;
}

/** The form's fields as the row holds them. */
export type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;
