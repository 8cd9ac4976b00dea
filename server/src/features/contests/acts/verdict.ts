import type { Permission } from "@conquest/shared/contracts/contests";
import { refuse } from "../../../platform/errors";

/** Why something may not be done: a stable word and a sentence. Null where it may. */
export type No = { code: string; because: string } | null;

export const no = (code: string, because: string): No => ({ code, because });

/** In the words of the contract. */
export const toPermission = (verdict: No): Permission => ({ isAllowed: verdict === null, because: verdict?.because ?? "" });

/** Passes where it may be done; else refuses (409) with what is the matter. */
export function assertMay(verdict: No): void {
  if (verdict) refuse(verdict.code, verdict.because);
}

export const NOT_YOURS = no("not_yours", "Only its creator can do this.");
