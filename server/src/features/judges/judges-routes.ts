import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/judging/judges";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { publicDisplayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { winnerDueAt } from "../lifecycle/domain/lifecycle-schedule";
import { canReadEntries } from "./domain/judging-policy";
import { toCard } from "../contest-cards/domain/contest-cards";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canAccept, canDecline, canInvite, canStepDown, canWithdraw, ADDRESS_NOT_VERIFIED } from "./judge-policy";
import { toPermission } from "../../platform/policy";
import { answerInvitation, stepDown, inviteJudge, withdrawJudge } from "./change-judges";
import { invitationsRepository, judgesRepository } from "./judges-repository";

export function judgesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps;

  async function judgesFor(contestId: string, caller: Caller): Promise<z.input<typeof contract.contestJudges>> {
    const contest = orNotFound(
      await contestsRepository(db).findOwn(contestId, caller.id),
      message("We couldn't find that contest in your account."),
    );
    const judges = await judgesRepository(db).list(contestId);
    return {
      judges: judges.map(({ id, email, state, name, status, removedAt, changedAt, ratedCount }) => ({
        _id: id,
        email: email ?? "",
        state,
        // Before an invitation is accepted, the creator sees only the email address.
        name: state === "accepted" && name !== null ? publicDisplayNameOf({ name, status: status!, removedAt }) : "",
        ratedCount: state === "accepted" ? ratedCount : 0,
        at: changedAt.toISOString(),
        may: { withdraw: toPermission(canWithdraw(contest, { state })) },
      })),
      may: { invite: toPermission(canInvite(contest, await judgesRepository(db).count(contestId), clock.now())) },
    };
  }

  registerEndpoint(app, contract.listJudges, ({ params, caller }) => judgesFor(params.contestId, caller));
  registerEndpoint(app, contract.inviteJudge, async ({ params, body, caller }) => {
    await inviteJudge(deps, params.contestId, body.email, caller);
    return judgesFor(params.contestId, caller);
  });
  registerEndpoint(app, contract.withdrawJudge, async ({ params, caller }) =>
    judgesFor(await withdrawJudge(deps, params.id, caller), caller),
  );

  type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof invitationsRepository>["findWhole"]>>>;
  function toInvitation(row: Row, caller: Caller, isProven: boolean): z.input<typeof contract.judgingInvitation> {
    const now = clock.now();
    const { state, ratedCount } = row;
    const who = {
      isOwner: row.creatorId === caller.id,
      isAdmin: false,
      isJudge: row.isJudge,
      hasJoined: row.hasJoined,
      isProven,
    };
    const accept = canAccept(row, row, who, row);
    const judge =
      state === "accepted" ? canReadEntries({ ...row, isArriving: false }, who, now) : canStepDown(row, { state });
    return {
      _id: row.invitationId,
      state: contract.judgingInvitation.shape.state.parse(state),
      contest: {
        ...toCard(row, now, config.joinAmount),
        winnerDueAt: winnerDueAt(row.deadline).toISOString(),
        hidesNames: row.hidesNames,
        ...(row.ratingsDueAt && { ratingsDueAt: row.ratingsDueAt.toISOString() }),
        entryCount: judge === null ? row.assignedCount : 0,
      },
      ratedCount: state === "accepted" ? ratedCount : 0,
      needsProof: accept === ADDRESS_NOT_VERIFIED,
      may: {
        accept: toPermission(accept),
        decline: toPermission(canDecline(row, row)),
        stepDown: toPermission(canStepDown(row, row)),
        judge: toPermission(judge),
      },
    };
  }

  registerEndpoint(app, contract.listJudgingInvitations, async ({ query, caller }) => {
    const invitations = invitationsRepository(db, caller);
    const isProven = await invitations.isProven();
    const page = await invitations.list(query, clock.now());
    return page.map((row) => toInvitation(row, caller, isProven));
  });
  registerEndpoint(app, contract.answerInvitation, async ({ params, body, caller }) => {
    await answerInvitation(deps, params.id, body.accepts, caller);
    const invitations = invitationsRepository(db, caller);
    return toInvitation(
      orNotFound(await invitations.findWhole(params.id), message("This contest is hidden right now.")),
      caller,
      await invitations.isProven(),
    );
  });
  registerEndpoint(app, contract.stepDown, ({ params, caller }) => stepDown(deps, params.id, caller));
}
