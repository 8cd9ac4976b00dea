import type { FastifyInstance } from "fastify";
import {
  deleteUser,
  getUser,
  listUsers,
  listUsersExcept,
  requestRole as requestRoleContract,
  updateProfile,
  updateUser,
} from "@conquest/shared/contracts/users";
import { saveUser } from "@conquest/shared/contracts/session";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { changeUser } from "./change-user";
import { removeUser } from "./remove-user";
import { requestRole } from "./request-role";
import { toAccount, usersOf } from "./users-repository";

export function usersRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  implement(app, saveUser, async ({ body, caller }) => {
    const missing = {
      ...(caller.name === "" && body.name !== "" ? { name: body.name } : {}),
      ...(caller.image === "" && body.image !== "" ? { image: body.image } : {}),
    };
    return toAccount(await usersOf(db).change(caller.id, missing));
  });

  implement(app, getUser, async ({ params, caller }) => {
    const onlyId = caller.role === "admin" ? undefined : caller.id;
    return toAccount(found(await usersOf(db).findByEmail(params.email, onlyId), "There is nobody with this e-mail address."));
  });

  implement(app, listUsers, ({ query, caller }) => usersOf(db).list(query, clock, caller.role === "admin" ? {} : { id: caller.id }));

  implement(app, listUsersExcept, ({ params, query }) => usersOf(db).list(query, clock, { exceptEmail: params.email }));

  implement(app, requestRoleContract, async ({ params, caller }) => {
    await requestRole(db, clock, params.email, caller);
    return { modifiedCount: 1 };
  });

  implement(app, updateUser, async ({ params, body, caller }) => ({
    modifiedCount: (await changeUser(db, clock, params.id, body, caller)) ? 1 : 0,
  }));

  implement(app, deleteUser, async ({ params, caller }) => {
    await removeUser(db, clock, params.id, caller);
    return { deletedCount: 1 };
  });

  implement(app, updateProfile, async ({ body, caller }) => {
    const change = { ...(body.name ? { name: body.name } : {}), ...(body.photoUrl ? { image: body.photoUrl } : {}) };
    return toAccount(await usersOf(db).change(caller.id, change));
  });
}
