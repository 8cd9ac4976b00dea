import type { PermissionInput } from "@conquest/shared/contracts/contests";
import type { Text } from "@conquest/shared/contracts/text/message";
import { throwConflict } from "./errors";

/** Denial (error code and message), or null if allowed. */
export type Denial = { code: string; because: Text } | null;

export const deny = (code: string, because: Text): Denial => ({ code, because });

export const toPermission = (denial: Denial): PermissionInput => ({
  isAllowed: denial === null,
  because: denial?.because ?? "",
});

export function assertAllowed(denial: Denial): void {
  if (denial) throwConflict(denial.code, denial.because);
}
