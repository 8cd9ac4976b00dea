import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import type { Caller } from "../../platform/sessions/session";
import { usersRepository, type AccountRow } from "./users-repository";

/** Empty values change nothing. */
export const updateProfile =
  ({ db }: Deps) =>
  ({ name, photoUrl }: { name: string; photoUrl: string }, caller: Caller): Promise<AccountRow> =>
    db.transaction(async (tx) => {
      // Locks the user before the pictures, as removing a user does.
      orNotFound(await usersRepository(tx).lockById(caller.id), "There is no such person.");
      if (photoUrl)
        await changePicture(tx, {
          owner: { userId: caller.id },
          address: photoUrl,
          callerId: caller.id,
          field: "photoUrl",
        });
      return usersRepository(tx).change(caller.id, {
        ...(name ? { name } : {}),
        ...(photoUrl ? { image: photoUrl } : {}),
      });
    });
