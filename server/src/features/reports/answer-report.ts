import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify, settle } from "../../platform/notify";
import { holdCaller, listAdminIds } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayAnswer } from "./case-acts";
import { nameOfThing } from "./case-words";
import { casesOf } from "./cases-repository";

const NONE = "Nothing of yours was reported here.";

/** Keeps what the author of something says to what was reported of it, or another answer in its place. Admins are told of the first. */
export const answerReport =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const whose = { authorId: caller.id };
      const { report } = found(await casesOf(tx).find(id, whose), NONE);
      const contest = found(await contestsOf(tx).lockAny(report.contestId), NONE);
      await holdCaller(tx, caller);
      const held = found(await casesOf(tx).find(id, whose), NONE).report;
      assertMay(mayAnswer(held));
      await casesOf(tx).change(id, { answer: text, answeredAt: clock.now() });
      await settle(tx, clock, `statement:${id}`);
      if (held.answer !== null) return;
      const admins = (await listAdminIds(tx)).filter((adminId) => adminId !== caller.id);
      await notify(
        tx,
        clock,
        admins.map((userId) => ({ userId, kind: "report_opened", text: `What was reported of ${nameOfThing(held.kind, contest.name).its} has an answer.`, href: "/dashboard/reports", asks: `report:${id}` as const })),
      );
    });
