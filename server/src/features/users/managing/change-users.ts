import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { BulkAction, updateUsers } from "@conquest/shared/contracts/users";
import type { Deps } from "../../../platform/deps";
import { HttpError } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { changeUser, type Wanted } from "./change-user";

const WANTED: Record<BulkAction, Omit<Wanted, "reason">> = {
  block: { status: "blocked" },
  unblock: { status: "verified" },
  approve: { role: "creator", isAnswer: true },
  decline: { role: "user", isAnswer: true },
};

/** The same for several people, each in a transaction of their own: what is refused for one keeps nobody else from it. */
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
        if (await change(id, { ...WANTED[act], reason }, caller)) modifiedCount += 1;
      } catch (error) {
        // Of an admin who is one no longer nothing more is tried.
        if (!(error instanceof HttpError) || error.statusCode === STATUS.notAllowedHere) throw error;
        refused.push({ _id: id, message: error.message });
      }
    }
    return { modifiedCount, refused };
  };
};
