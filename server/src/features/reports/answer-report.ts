import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { reportNotifications } from "./domain/report-notifications";
import { canAnswer } from "./case-policy";
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
      await notify(tx, clock, reportNotifications.answered({ report: locked, contest }, await listAdminIds(tx)));
    });
