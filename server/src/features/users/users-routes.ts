import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/users";
import type { Account } from "@conquest/shared/contracts/users";
import { saveUser } from "@conquest/shared/contracts/session";
import { UNKNOWN_TIME_ZONE } from "@conquest/shared/contracts/text/time-zone";
import { message } from "@conquest/shared/contracts/text/message";
import { type AccountRow, usersRepository } from "./users-repository";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict, throwValidationError, orNotFound } from "../../platform/errors";
import { notify, countUnread, resolveActionRequests } from "../../platform/notify";
import { lockCaller, listAdminIds, findPersonId } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { userNotifications } from "./user-notifications";
import { changePicture, pictureIdOf } from "../../platform/files/uploaded-pictures";
import { registerEndpoint } from "../../platform/register-endpoint";
import { accountRoutes } from "./account-routes";
import { changeUser, changeUsers } from "./change-user";
import { removeUser } from "./deletion/remove-user";

const toAccount = (user: AccountRow): Account => ({
  _id: user.id,
  name: user.name,
  email: user.email ?? "",
  image: user.image,
  status: user.status,
  blockedBecause: user.status === "blocked" ? user.refusedBecause : "",
  role: user.requestedAt ? "requested" : user.role,
  requestedAt: user.requestedAt?.toISOString() ?? null,
  roleAnswer:
    user.roleAnswer && user.roleAnsweredAt
      ? { answer: user.roleAnswer, reason: user.roleAnswerReason, at: user.roleAnsweredAt.toISOString() }
      : null,
  createdAt: user.createdAt.toISOString(),
  isEmailVerified: user.emailVerifiedAt !== null,
  takesPart: user.takesPart,
  isJudge: user.isJudge,
  isOwner: user.isOwner,
  language: user.language,
  timeZone: user.timeZone,
});

const INVALID_PARAMETER = "22023";

/** The database may know fewer zones than the runtime, and computes days of charts. */
const isKnownZone = (db: Deps["db"], name: string): Promise<boolean> =>
  db.execute(sql`select now() at time zone ${name}`).then(
    () => true,
    (error: { cause?: { code?: string } }) => {
      if (error.cause?.code === INVALID_PARAMETER) return false;
      throw error;
    },
  );

/** Only one request can be open. */
const requestRole = ({ db, clock }: Deps, email: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    if (email !== caller.email) notFound(message("We couldn't find anyone with this email address."));
    await lockCaller(tx, caller, { alone: true });
    const [user] = await tx
      .update(users)
      .set({ requestedAt: clock.now(), roleAnswer: null, roleAnswerReason: "", roleAnsweredAt: null })
      .where(and(eq(users.id, caller.id), eq(users.role, "user"), isNull(users.requestedAt)))
      .returning();
    if (!user) {
      if (caller.role === "user")
        throwConflict(
          "already_requested",
          message("You've already asked to become a creator. An admin will review your request."),
        );
      return throwConflict(
        "already_more",
        message("You're already {role, select, admin {an admin} other {a creator}}.", { role: caller.role }),
      );
    }
    await notify(tx, clock, userNotifications.roleRequested(user, await listAdminIds(tx)));
  });

const withdrawRoleRequest = ({ db, clock }: Deps, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, caller, { alone: true });
    const withdrawn = await tx
      .update(users)
      .set({ requestedAt: null })
      .where(and(eq(users.id, caller.id), isNotNull(users.requestedAt)))
      .returning({ id: users.id });
    if (withdrawn.length === 0) throwConflict("not_requested", message("You have no open request to withdraw."));
    await resolveActionRequests(tx, clock, `role:${caller.id}`);
  });

/** Empty values change nothing. */
const updateProfile = ({ db }: Deps, { name, photoUrl }: { name: string; photoUrl: string }, caller: Caller) =>
  db.transaction(async (tx) => {
    // Locks the user before the pictures, as removing a user does.
    orNotFound(await usersRepository(tx).lockById(caller.id), message("We couldn't find that person."));
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

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const users = usersRepository(db);
  const changeSeveral = changeUsers(deps);

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
    const notFoundMessage = message("We couldn't find anyone with this email address.");
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
    await requestRole(deps, params.email, caller);
    return { modifiedCount: 1 };
  });

  registerEndpoint(app, contract.withdrawRoleRequest, async ({ caller }) => {
    await withdrawRoleRequest(deps, caller);
    return { modifiedCount: 1 };
  });

  registerEndpoint(app, contract.updateUser, async ({ params, query, body, caller }) => ({
    modifiedCount: (await changeUser(deps, params.id, { ...body, ...query }, caller)) ? 1 : 0,
  }));

  registerEndpoint(app, contract.updateUsers, ({ body, caller }) => changeSeveral(body, caller));

  registerEndpoint(app, contract.deleteUser, async ({ params, body, caller }) => {
    await removeUser(deps, params.id, body.reason, caller);
    return { deletedCount: 1 };
  });

  registerEndpoint(app, contract.updateProfile, async ({ body, caller }) =>
    toAccount(await updateProfile(deps, body, caller)),
  );

  registerEndpoint(app, contract.updatePreferences, async ({ body, caller }) => {
    if (body.timeZone && !(await isKnownZone(db, body.timeZone))) throwValidationError({ timeZone: UNKNOWN_TIME_ZONE });
    return toAccount(await users.change(caller.id, body));
  });
}
