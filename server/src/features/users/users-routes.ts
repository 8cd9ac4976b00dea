import type { FastifyInstance } from "fastify";
import { saveUser } from "@conquest/shared/contracts/session";
import * as contract from "@conquest/shared/contracts/users";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { uploadedAt } from "../../platform/files/uploaded-pictures";
import { implement } from "../../platform/implement";
import { countUnread } from "../../platform/notify";
import { findPersonId } from "../../platform/people";
import { toAccount } from "./account-answer";
import { changeUser } from "./managing/change-user";
import { changeUsers } from "./managing/change-users";
import { removeUser } from "./managing/remove-user";
import { requestRole } from "./request-role";
import { updateProfile } from "./update-profile";
import { usersOf } from "./users-repository";

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const users = usersOf(db);
  const change = changeUser(deps);
  const changeSeveral = changeUsers(deps);
  const remove = removeUser(deps);
  const request = requestRole(deps);
  const update = updateProfile(deps);

  implement(app, saveUser, async ({ body, caller }) => {
    const missing = {
      ...(caller.name === "" && body.name !== "" ? { name: body.name } : {}),
      // One that was uploaded comes by the profile, with which it then goes.
      ...(caller.image === "" && body.image !== "" && uploadedAt(body.image) === null ? { image: body.image } : {}),
    };
    const [account, unreadNotices] = [toAccount(await users.change(caller.id, missing)), await countUnread(db, caller.id)];
    return { ...account, unreadNotices };
  });

  implement(app, contract.getUser, async ({ params, caller }) => {
    const nobody = "There is nobody with this e-mail address.";
    const id = found(await findPersonId(db, params.email, caller), nobody);
    return toAccount(found(await users.find(id), nobody));
  });

  implement(app, contract.listUsers, async ({ query, caller }) => {
    const page = await users.list(query, clock.now(), caller.role === "admin" ? {} : { id: caller.id });
    return page.map(toAccount);
  });

  implement(app, contract.listUsersExcept, async ({ params, query }) => {
    const page = await users.list(query, clock.now(), { exceptEmail: params.email });
    return page.map(toAccount);
  });

  implement(app, contract.requestRole, async ({ params, caller }) => {
    await request(params.email, caller);
    return { modifiedCount: 1 };
  });

  implement(app, contract.updateUser, async ({ params, body, caller }) => ({
    modifiedCount: (await change(params.id, body, caller)) ? 1 : 0,
  }));

  implement(app, contract.updateUsers, ({ body, caller }) => changeSeveral(body, caller));

  implement(app, contract.deleteUser, async ({ params, body, caller }) => {
    await remove(params.id, body.reason, caller);
    return { deletedCount: 1 };
  });

  implement(app, contract.updateProfile, async ({ body, caller }) => toAccount(await update(body, caller)));
}
