import type { Permission } from "@conquest/shared/contracts/contests";
import { throwConflict } from "../../../platform/errors";

/** Why something may not be done: a stable word and a sentence. Null where it may. */
export type Denial = { code: string; because: string } | null;

export const deny = (code: string, because: string): Denial => ({ code, because });

/** In the words of the contract. */
export const toPermission = (verdict: Denial): Permission => ({
  isAllowed: verdict === null,
  because: verdict?.because ?? "",
});

/** Passes where it may be done; else refuses (409) with what is the matter. */
export function assertAllowed(verdict: Denial): void {
  if (verdict) throwConflict(verdict.code, verdict.because);
}

export const NOT_YOURS = deny("not_yours", "Only its creator can do this.");
