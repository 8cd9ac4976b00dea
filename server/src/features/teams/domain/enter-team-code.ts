import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import type { Clock } from "../../../platform/clock";
import { notFound, orNotFound, throwConflict } from "../../../platform/errors";
import { lockCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/sessions/session";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { teamsRepository } from "./teams-repository";

const NO_TEAM = message("This code doesn't open a team. Check it, or ask a member of the team for a new link.");

/** Returns the contest's id. The same error for every other code. A code lets no one into a private contest. */
export async function enterTeamCode(tx: Database, clock: Clock, code: string, caller: Caller): Promise<string> {
  const { contestId } = orNotFound(await teamsRepository(tx).findByCode(code), NO_TEAM);
  const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), NO_TEAM);
  await lockCaller(tx, caller);
  // Read again under the lock: the code may have been renewed before.
  const team = await teamsRepository(tx).findByCode(code);
  if (team?.contestId !== contestId || !(await contestsRepository(tx).isPublished(contestId))) notFound(NO_TEAM);
  if (contest.creatorId === caller.id)
    throwConflict("own_contest", message("This is your own contest, so you can't join its teams."));
  const own = await teamsRepository(tx).findOf(contestId, caller.id);
  if (own?.id !== team.id) await teamsRepository(tx).invite(team, caller.id, clock.now());
  return contestId;
}
