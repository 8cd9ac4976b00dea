import { MAX_INVITATIONS, MAX_INVITATION_EMAILS_PER_DAY } from "@conquest/shared/contracts/contest-access";
import { TEAM_CODE_LENGTH } from "@conquest/shared/contracts/join-codes";
import { message } from "@conquest/shared/contracts/text/message";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { notFound, orNotFound, throwConflict, throwValidationError } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import { assertAllowed } from "../../platform/policy";
import type { Caller } from "../../platform/sessions/session";
import { maskedEmail } from "../../platform/text/format";
import { writeAudit } from "../../platform/write-audit";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { enterTeamCode } from "../teams/domain/enter-team-code";
import { accessNotifications } from "./access-notifications";
import { accessRepository } from "./access-repository";
import { canManagePrivateAccess } from "./domain/access-policy";

const DAY_MS = 24 * 60 * 60 * 1000;

export const NO_OWN_CONTEST = message("We couldn't find that contest in your account.");

/** Joining locks the contest too, so someone joins either before their access ends or not at all. */
const lockOwnContest = async (tx: Database, contestId: string, caller: Caller): Promise<ContestRow> => {
  const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NO_OWN_CONTEST);
  await lockCaller(tx, caller);
  return contest;
};

/** Skips addresses that are invited already. */
export const inviteToContest = ({ db, clock }: Deps, contestId: string, typed: readonly string[], caller: Caller) =>
  db.transaction(async (tx) => {
    const contest = await lockOwnContest(tx, contestId, caller);
    const now = clock.now();
    assertAllowed(canManagePrivateAccess(contest, now));
    const access = accessRepository(tx);
    const invited = new Set((await access.listInvitations(contestId)).map(({ email }) => email));
    const added = typed.filter((address) => !invited.has(address) && address !== caller.email);
    if (added.length === 0) return;
    if (invited.size + added.length > MAX_INVITATIONS)
      throwValidationError({
        addresses: message(
          "A contest has at most {max} invitations, and {n, plural, =0 {none is} one {# is} other {# are}} left. Use a join code for more people.",
          { max: MAX_INVITATIONS, n: MAX_INVITATIONS - invited.size },
        ),
      });
    const toEmail = await access.filterNotEmailed(contestId, added);
    const emailed = await access.countEmailed(caller.id, new Date(now.getTime() - DAY_MS));
    if (toEmail.length > 0 && emailed + toEmail.length > MAX_INVITATION_EMAILS_PER_DAY)
      throwConflict(
        "too_many_invitations",
        message("You can invite at most {max} people a day. Invite the others tomorrow, or use a join code.", {
          max: MAX_INVITATION_EMAILS_PER_DAY,
        }),
      );
    await access.invite(contestId, added, now);
    if (toEmail.length > 0) {
      const described = await access.describeAddresses(toEmail);
      const [own] = await tx.select({ language: users.language }).from(users).where(eq(users.id, caller.id));
      await access.queueEmails(contestId, described, { language: own?.language ?? null, now });
      const userIds = described.flatMap(({ userId }) => userId ?? []);
      if (userIds.length > 0) await notify(tx, clock, accessNotifications.invited(userIds, contest));
    }
    await writeAudit(tx, clock, { act: "people_invited", by: caller, contestId, to: String(added.length) });
  });

const NO_INVITATION = message("We couldn't find that invitation. It may have been removed.");

/** Returns the contest's id. */
export const removeInvitation = ({ db, clock }: Deps, id: string, caller: Caller): Promise<string> =>
  db.transaction(async (tx) => {
    const { contestId } = orNotFound(await accessRepository(tx).findInvitation(id), NO_INVITATION);
    orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NO_INVITATION);
    await lockCaller(tx, caller);
    const { email } = orNotFound(await accessRepository(tx).findInvitation(id), NO_INVITATION);
    await accessRepository(tx).removeInvitation(id);
    await accessRepository(tx).dropEmail(contestId, email, clock.now());
    // The audit log can't be changed, so it has no address in full.
    await writeAudit(tx, clock, { act: "invitation_removed", by: caller, contestId, from: maskedEmail(email) });
    return contestId;
  });

export const renewJoinCode = ({ db, clock }: Deps, contestId: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const contest = await lockOwnContest(tx, contestId, caller);
    assertAllowed(canManagePrivateAccess(contest, clock.now()));
    await accessRepository(tx).removeGuests(contestId);
    await accessRepository(tx).renewCode(contestId, clock.now());
    await writeAudit(tx, clock, { act: "join_code_renewed", by: caller, contestId });
  });

export const removeJoinCode = ({ db, clock }: Deps, contestId: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwnContest(tx, contestId, caller);
    if ((await accessRepository(tx).findCode(contestId)) === null) return;
    await accessRepository(tx).removeGuests(contestId);
    await accessRepository(tx).removeCode(contestId);
    await writeAudit(tx, clock, { act: "join_code_removed", by: caller, contestId });
  });

interface EnteredCode {
  contestId: string;
  isOfTeam?: true;
}

const NO_CODE = message("This code doesn't open a contest. Check it, or ask the creator for a new one.");

/** The same error for every other code, so that it tells nothing. */
export const enterJoinCode = ({ db, clock }: Deps, code: string, caller: Caller): Promise<EnteredCode> =>
  db.transaction(async (tx) => {
    if (code.length === TEAM_CODE_LENGTH)
      return { contestId: await enterTeamCode(tx, clock, code, caller), isOfTeam: true };
    const contestId = orNotFound(await accessRepository(tx).findByCode(code), NO_CODE);
    const contest = orNotFound(await contestsRepository(tx).lockAny(contestId), NO_CODE);
    await lockCaller(tx, caller);
    // Read again under the lock: the code may have been renewed before.
    if ((await accessRepository(tx).findByCode(code)) !== contestId) notFound(NO_CODE);
    if (!(await contestsRepository(tx).isPublished(contestId))) notFound(NO_CODE);
    if (contest.visibility === "private" && contest.creatorId !== caller.id)
      await accessRepository(tx).addGuest(contestId, caller.id, clock.now());
    return { contestId };
  });
