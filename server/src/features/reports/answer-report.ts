import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertAllowed } from "../contests/policies/policy";
import { contestsRepository } from "../contests/contests-repository";
import { canAnswer } from "./case-policy";
import { nameOfThing } from "./describe-case";
import { casesRepository } from "./cases-repository";

const NONE = "Nothing of yours was reported here.";

/** Keeps what the author of something says to what was reported of it, or another answer in its place. Admins are told of the first. */
export const answerReport =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const whose = { authorId: caller.id };
      const { report } = orNotFound(await casesRepository(tx).find(id, whose), NONE);
      const contest = orNotFound(await contestsRepository(tx).lockAny(report.contestId), NONE);
      await lockCaller(tx, caller);
      const held = orNotFound(await casesRepository(tx).find(id, whose), NONE).report;
      assertAllowed(canAnswer(held));
      await casesRepository(tx).change(id, { answer: text, answeredAt: clock.now() });
      await resolveActionRequests(tx, clock, `statement:${id}`);
      if (held.answer !== null) return;
      const admins = (await listAdminIds(tx)).filter((adminId) => adminId !== caller.id);
      await notify(
        tx,
        clock,
        admins.map((userId) => ({
          userId,
          kind: "report_opened",
          text: `What was reported of ${nameOfThing(held.kind, contest.name).its} has an answer.`,
          href: "/dashboard/reports",
          asks: `report:${id}` as const,
        })),
      );
    });
