import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { BulkAction, updateUsers } from "@conquest/shared/contracts/users";
import type { Deps } from "../../platform/deps";
import { HttpError } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { changeUser, type UserChangeRequest } from "./change-user";

const CHANGES: Record<BulkAction, Omit<UserChangeRequest, "reason">> = {
  block: { status: "blocked" },
  unblock: { status: "verified" },
  approve: { role: "creator", isAnswer: true },
  decline: { role: "user", isAnswer: true },
};

/** Changes several users, each in its own transaction: one refusal does not affect the others. */
export const changeUsers = (deps: Deps) => {
  const change = changeUser(deps);
  return async (
    { ids, act, reason }: { ids: readonly string[]; act: BulkAction; reason: string },
    caller: Caller,
  ): Promise<ResponseOf<typeof updateUsers>> => {
    const refused: { _id: string; message: string }[] = [];
    let modifiedCount = 0;
    for (const id of new Set(ids)) {
      try {
        if (await change(id, { ...CHANGES[act], reason }, caller)) modifiedCount += 1;
      } catch (error) {
        // Stops if the caller is no longer an admin.
        if (!(error instanceof HttpError) || error.statusCode === STATUS.notAllowedHere) throw error;
        refused.push({ _id: id, message: error.message });
      }
    }
    return { modifiedCount, refused };
  };
};
