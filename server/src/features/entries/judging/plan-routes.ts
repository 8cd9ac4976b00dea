import { inArray } from "drizzle-orm";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/judging/planning";
import { message } from "@conquest/shared/contracts/text/message";
import { users } from "../../../database/schema/people";
import type { Deps } from "../../../platform/deps";
import { notFound, orNotFound } from "../../../platform/errors";
import { publicDisplayNameOf } from "../../../platform/people";
import { toPermission } from "../../../platform/policy";
import { registerEndpoint } from "../../../platform/register-endpoint";
import type { Caller } from "../../../platform/sessions/session";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { hidesAuthors } from "../../judges/domain/judge-access";
import { canPlanJudging } from "../../judges/domain/judging-policy";
import { entriesRepository } from "../entries-repository";
import { assignDueEntries, ensureAssigned } from "./assign-entries";
import { labelOf } from "./judged-entries-repository";
import { endRecusal, isShown, recuse, setEntryJudges, setJudgesPerEntry, setRatingsDate } from "./plan-judging";
import { remindJudges } from "./remind-judges";
import { planRepository } from "./plan-repository";

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  app.jobs.set("assign_entries", () => assignDueEntries(deps));
  app.jobs.set("remind_judges", () => remindJudges(deps));

  const findOwn = async (contestId: string, caller: Caller) => {
    const contest = orNotFound(
      await contestsRepository(db).findOwn(contestId, caller.id),
      message("We couldn't find that contest in your account."),
    );
    await ensureAssigned(deps, contest);
    return contest;
  };

  async function planFor(contestId: string, caller: Caller): Promise<z.input<typeof contract.judgingPlan>> {
    const contest = await findOwn(contestId, caller);
    const { judgesPerEntry, ratingsDueAt, deadline } = contest;
    const plan = planRepository(db, contestId);
    const judges = await plan.judges();
    return {
      judgesPerEntry,
      ratingsDueAt: ratingsDueAt?.toISOString() ?? null,
      shortCount: judgesPerEntry === null || clock.now() < deadline ? 0 : await plan.countShort(judgesPerEntry),
      recusalCount: await plan.countRecusals(),
      judges: judges.map(({ id, assignedCount, ratedCount, recusedCount, ...person }) => ({
        _id: id,
        name: publicDisplayNameOf(person),
        // Judges can't read entries before, so they are assigned none.
        assignedCount: clock.now() < deadline ? 0 : assignedCount,
        ratedCount,
        recusedCount,
      })),
      may: { plan: toPermission(canPlanJudging(contest, clock.now())) },
    };
  }

  registerEndpoint(app, contract.getJudgingPlan, ({ params, caller }) => planFor(params.contestId, caller));
  registerEndpoint(app, contract.assignEntries, async ({ params, body, caller }) => {
    await setJudgesPerEntry(deps, params.contestId, body.judgesPerEntry, caller);
    return planFor(params.contestId, caller);
  });
  registerEndpoint(app, contract.setRatingsDate, async ({ params, body, caller }) => {
    await setRatingsDate(deps, params.contestId, body.ratingsDueAt, caller);
    return planFor(params.contestId, caller);
  });

  async function judgesOf(contestId: string, entryId: string, caller: Caller) {
    const contest = await findOwn(contestId, caller);
    if (!(await entriesRepository(db).isOf(contestId, entryId)))
      notFound(message("We couldn't find that entry in this contest."));
    const judges = await planRepository(db, contestId).judgesOf(entryId);
    const assignsAll = contest.judgesPerEntry === null;
    return {
      judges: judges
        .filter(isShown)
        .map(({ id, isAssigned, reason, hasRated, ...person }) => ({
          _id: id,
          name: publicDisplayNameOf(person),
          state:
            reason !== null
              ? ("recused" as const)
              : hasRated
                ? ("rated" as const)
                : assignsAll || isAssigned
                  ? ("assigned" as const)
                  : ("none" as const),
          reason: reason ?? "",
        })),
      may: { plan: toPermission(canPlanJudging(contest, clock.now())) },
    };
  }

  registerEndpoint(app, contract.listEntryJudges, ({ params: { contestId, entryId }, caller }) =>
    judgesOf(contestId, entryId, caller),
  );
  registerEndpoint(app, contract.setEntryJudges, async ({ params: { contestId, entryId }, body, caller }) => {
    await setEntryJudges(deps, contestId, { entryId, judgeIds: body.judgeIds }, caller);
    return judgesOf(contestId, entryId, caller);
  });
  registerEndpoint(app, contract.listRecusals, async ({ params: { contestId }, query, caller }) => {
    const contest = await findOwn(contestId, caller);
    const areNamesHidden = hidesAuthors(contest);
    const page = await planRepository(db, contestId).recusals(query, clock.now());
    const authorIds = page.items.map(({ authorId }) => authorId);
    const authors = areNamesHidden
      ? []
      : await db
          .select({ id: users.id, name: users.name, removedAt: users.removedAt })
          .from(users)
          .where(inArray(users.id, authorIds));
    const authorOf = (team: string | null, authorId: string) =>
      team === null || areNamesHidden ? authors.find(({ id }) => id === authorId) : { name: team, removedAt: null };
    return page.map(({ entryId, number, authorId, team, judgeId, reason, at, ...person }) => ({
      entryId,
      label: labelOf(number, authorOf(team, authorId)),
      judgeId,
      judgeName: publicDisplayNameOf(person),
      reason,
      at: at.toISOString(),
    }));
  });
  registerEndpoint(app, contract.recuse, ({ params, body, caller }) => recuse(deps, params.contestId, body, caller));
  registerEndpoint(app, contract.endRecusal, ({ params, body, caller }) =>
    endRecusal(deps, params.contestId, body, caller),
  );
}
