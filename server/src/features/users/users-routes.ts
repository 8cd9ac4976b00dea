import type { FastifyInstance } from "fastify";
import { saveUser } from "@conquest/shared/contracts/session";
import * as contract from "@conquest/shared/contracts/users";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { pictureIdOf } from "../../platform/files/uploaded-pictures";
import { registerEndpoint } from "../../platform/register-endpoint";
import { countUnread } from "../../platform/notify";
import { findPersonId } from "../../platform/people";
import { toAccount } from "./account-response";
import { accountRoutes } from "./account-routes";
import { changeUser } from "./change-user";
import { changeUsers } from "./change-users";
import { removeUser } from "./remove-user";
import { requestRole } from "./request-role";
import { updateProfile } from "./update-profile";
import { usersRepository } from "./users-repository";

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const users = usersRepository(db);
  const change = changeUser(deps);
  const changeSeveral = changeUsers(deps);
  const remove = removeUser(deps);
  const request = requestRole(deps);
  const update = updateProfile(deps);

  accountRoutes(app, deps);

  registerEndpoint(app, saveUser, async ({ body, caller }) => {
    const missing = {
      ...(caller.name === "" && body.name !== "" ? { name: body.name } : {}),
      // Uploaded pictures are only set through the profile, which also deletes them.
      ...(caller.image === "" && body.image !== "" && pictureIdOf(body.image) === null ? { image: body.image } : {}),
    };
    const [account, unreadNotices] = [
      toAccount(await users.change(caller.id, missing)),
      await countUnread(db, caller.id),
    ];
    return { ...account, unreadNotices };
  });

  registerEndpoint(app, contract.getUser, async ({ params, caller }) => {
    const notFoundMessage = "There is nobody with this e-mail address.";
    const id = orNotFound(await findPersonId(db, params.email, caller), notFoundMessage);
    return toAccount(orNotFound(await users.find(id), notFoundMessage));
  });

  registerEndpoint(app, contract.listUsers, async ({ query, caller }) => {
    const page = await users.list(query, clock.now(), caller.role === "admin" ? {} : { id: caller.id });
    return page.map(toAccount);
  });

  registerEndpoint(app, contract.listUsersExcept, async ({ params, query }) => {
    const page = await users.list(query, clock.now(), { exceptEmail: params.email });
    return page.map(toAccount);
  });

  registerEndpoint(app, contract.requestRole, async ({ params, caller }) => {
    await request(params.email, caller);
    return { modifiedCount: 1 };
  });

  registerEndpoint(app, contract.updateUser, async ({ params, body, caller }) => ({
    modifiedCount: (await change(params.id, body, caller)) ? 1 : 0,
  }));

  registerEndpoint(app, contract.updateUsers, ({ body, caller }) => changeSeveral(body, caller));

  registerEndpoint(app, contract.deleteUser, async ({ params, body, caller }) => {
    await remove(params.id, body.reason, caller);
    return { deletedCount: 1 };
  });

  registerEndpoint(app, contract.updateProfile, async ({ body, caller }) => toAccount(await update(body, caller)));
}
