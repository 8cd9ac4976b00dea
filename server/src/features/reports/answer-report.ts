import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canAnswer } from "./case-policy";
import { describeReported } from "./describe-case";
import { casesRepository } from "./cases-repository";

const NOT_FOUND = "Nothing of yours was reported here.";

/** Stores or replaces the author's answer to a report. Admins are notified of the first answer. */
export const answerReport =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const access = { authorId: caller.id };
      const { report } = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND);
      const contest = orNotFound(await contestsRepository(tx).lockAny(report.contestId), NOT_FOUND);
      await lockCaller(tx, caller);
      const locked = orNotFound(await casesRepository(tx).find(id, access), NOT_FOUND).report;
      assertAllowed(canAnswer(locked));
      await casesRepository(tx).change(id, { answer: text, answeredAt: clock.now() });
      await resolveActionRequests(tx, clock, `statement:${id}`);
      if (locked.answer !== null) return;
      const admins = (await listAdminIds(tx)).filter((adminId) => adminId !== caller.id);
      await notify(
        tx,
        clock,
        admins.map((userId) => ({
          userId,
          kind: "report_opened",
          text: `What was reported of ${describeReported(locked.kind, contest.name).its} has an answer.`,
          href: "/dashboard/reports",
          asks: `report:${id}` as const,
        })),
      );
    });
