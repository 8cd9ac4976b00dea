import type { Permission } from "@conquest/shared/contracts/contests";

/** Why something may not be done: a stable word and a sentence. Null where it may. */
export type No = { code: string; because: string } | null;

export const no = (code: string, because: string): No => ({ code, because });

/** In the words of the contract. */
export const toPermission = (verdict: No): Permission => ({ isAllowed: verdict === null, because: verdict?.because ?? "" });
