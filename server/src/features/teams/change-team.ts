import { and, eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict, throwValidationError } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import { assertAllowed } from "../../platform/policy";
import type { Caller } from "../../platform/sessions/session";
import { writeAudit } from "../../platform/write-audit";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { withdrawEntry } from "../entries/domain/withdraw-entry";
import { participationsRepository } from "../participation/domain/participations-repository";
import { endMembership, replaceCaptain } from "./domain/end-membership";
import type { TeamRelation } from "../contests/domain/contest-policy";
import { teamNotifications } from "./domain/team-notifications";
import { canEnterTeam, canLeaveTeam, canManageTeam } from "./domain/team-policy";
import { teamsRepository, type TeamRow } from "./domain/teams-repository";

type TeamDeps = Pick<Deps, "db" | "clock">;

interface Locked {
  tx: Database;
  contest: ContestRow;
  hasJoined: boolean;
  hasSubmitted: boolean;
  team: TeamRow | undefined;
  relation: { team: TeamRelation | null; hasJoined: boolean; hasSubmitted: boolean };
}

/** All changes of teams and of who participates lock the contest, so sizes and memberships are exact. */
const withLocked = ({ db }: TeamDeps, contestId: string, caller: Caller, act: (locked: Locked) => Promise<void>) =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    const participating = participationsRepository(tx);
    const hasJoined = (await participating.findPaid(contestId, caller.id)) !== undefined;
    const team = await teamsRepository(tx).findOf(contestId, caller.id);
    const hasSubmitted = await participating.hasSubmitted(contestId, caller.id);
    await act({
      tx,
      contest,
      hasJoined,
      hasSubmitted,
      team,
      relation: { team: await teamsRepository(tx).relationOf(contestId, caller.id), hasJoined, hasSubmitted },
    });
  });

/** Names that look the same are the same. */
const withPlainSpaces = (name: string) =>
  name
    .replaceAll("\u200B", "")
    .replaceAll(/[\s\u2060]+/gu, " ")
    .trim();

async function assertNameFree(tx: Database, contestId: string, name: string, exceptId?: string): Promise<void> {
  if (await teamsRepository(tx).isNameTaken(contestId, name, exceptId))
    throwValidationError({ name: message("Another team of this contest has this name. Choose a different one.") });
}

export const createTeam = (deps: TeamDeps, contestId: string, typedName: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, hasSubmitted }) => {
    const now = deps.clock.now();
    const name = withPlainSpaces(typedName);
    assertAllowed(canEnterTeam(contest, relation, now));
    const repository = teamsRepository(tx);
    await assertNameFree(tx, contestId, name);
    const team = await repository.create({ contestId, name, captainId: caller.id, createdAt: now });
    await repository.addMember(team, caller.id, now);
    if (hasSubmitted) await repository.adoptEntry(team);
    await writeAudit(tx, deps.clock, { act: "team_created", by: caller, contestId, userId: caller.id, to: name });
  });

export const joinTeam = (deps: TeamDeps, contestId: string, withdrawsEntry: boolean, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, hasSubmitted }) => {
    const now = deps.clock.now();
    assertAllowed(canEnterTeam(contest, relation, now));
    const repository = teamsRepository(tx);
    const team =
      (await repository.findInvitation(contestId, caller.id)) ??
      throwConflict(
        "no_invitation",
        message("Your invitation isn't valid any more. Ask a member of the team for a new link."),
      );
    if ((await repository.countMembers(team.id)) >= contest.maxTeamSize)
      throwConflict("team_full", message("This team is full. Someone has to leave it before you can join."));
    if (withdrawsEntry !== hasSubmitted)
      throwConflict(
        "entry_changed",
        hasSubmitted
          ? message("Joining the team withdraws the entry you submitted. Review it before you join.")
          : message("You have no entry of your own any more. Check the contest again before you join."),
      );
    if (hasSubmitted) await withdrawEntry(tx, deps.clock, contestId, caller);
    const others = await repository.listMemberIds(team.id);
    await repository.addMember(team, caller.id, now);
    await replaceCaptain(tx, deps.clock, contest, team);
    await writeAudit(tx, deps.clock, { act: "team_joined", by: caller, contestId, userId: caller.id, to: team.name });
    await notify(tx, deps.clock, teamNotifications.memberJoined(contest, team.name, others));
  });

export const leaveTeam = (deps: TeamDeps, contestId: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation }) => {
    assertAllowed(canLeaveTeam(contest, relation, deps.clock.now()));
    await endMembership(tx, deps.clock, contest, caller.id, caller);
  });

export const renameTeam = (deps: TeamDeps, contestId: string, typedName: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, team }) => {
    const name = withPlainSpaces(typedName);
    assertAllowed(canManageTeam(contest, relation, deps.clock.now()));
    if (name === team!.name) return;
    await assertNameFree(tx, contestId, name, team!.id);
    await teamsRepository(tx).rename(team!.id, name);
    await writeAudit(tx, deps.clock, {
      act: "team_renamed",
      by: caller,
      contestId,
      userId: caller.id,
      from: team!.name,
      to: name,
    });
  });

export const renewTeamCode = (deps: TeamDeps, contestId: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, team }) => {
    assertAllowed(canManageTeam(contest, relation, deps.clock.now()));
    await teamsRepository(tx).renewCode(team!.id);
  });

export const removeTeamCode = (deps: TeamDeps, contestId: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, team }) => {
    assertAllowed(canManageTeam(contest, relation, deps.clock.now()));
    await teamsRepository(tx).removeCode(team!.id);
  });

/** `memberId` is the id of the member's participation. */
export const removeTeamMember = (deps: TeamDeps, contestId: string, memberId: string, caller: Caller) =>
  withLocked(deps, contestId, caller, async ({ tx, contest, relation, team }) => {
    assertAllowed(canManageTeam(contest, relation, deps.clock.now()));
    const [participation] = await tx
      .select({ userId: participations.userId })
      .from(participations)
      .where(and(eq(participations.id, memberId), eq(participations.contestId, contestId)));
    const memberIds = await teamsRepository(tx).listMemberIds(team!.id);
    const { userId } = orNotFound(
      participation && memberIds.includes(participation.userId) ? participation : undefined,
      message("We couldn't find that member in your team. They may have left."),
    );
    if (userId === caller.id)
      throwConflict("own_membership", message("You can't remove yourself. Leave the team instead."));
    await endMembership(tx, deps.clock, contest, userId, caller);
    // The removed person knows the code.
    await teamsRepository(tx).removeCode(team!.id);
  });
