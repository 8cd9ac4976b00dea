import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import type { Caller } from "../../platform/session";
import { usersOf, type AccountRow } from "./users-repository";

/** Changes a person's own name and picture; what is empty stays as it is. */
export const updateProfile =
  ({ db }: Deps) =>
  ({ name, photoUrl }: { name: string; photoUrl: string }, caller: Caller): Promise<AccountRow> =>
    db.transaction(async (tx) => {
      // Before their pictures, as whoever removes them does.
      found(await usersOf(tx).hold(caller.id), "There is no such person.");
      if (photoUrl) await changePicture(tx, { owner: { userId: caller.id }, address: photoUrl, callerId: caller.id, field: "photoUrl" });
      return usersOf(tx).change(caller.id, { ...(name ? { name } : {}), ...(photoUrl ? { image: photoUrl } : {}) });
    });
