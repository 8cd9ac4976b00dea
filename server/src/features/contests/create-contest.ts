import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import type { JoinAmount } from "./amount-due";
import { assertFutureDeadline } from "./assert-future-deadline";
import { insertContest, listAdminIds } from "./contests-repository";
import { readMyContest } from "./read-my-contest";

/** A new contest is pending, whatever was sent beside the form's fields, and the admins are told. */
export const createContest = (
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  { tags, deadline, ...form }: ContestForm,
  caller: Caller,
): Promise<{ insertedId: string; contest: MyContest }> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const instant = new Date(deadline);
    assertFutureDeadline(instant, now);
    const id = await insertContest(tx, { ...form, tag: tags, deadline: instant, creatorId: caller.id, createdAt: now, updatedAt: now });
    const adminIds = await listAdminIds(tx);
    await notify(
      tx,
      clock,
      adminIds.map((userId) => ({
        userId,
        kind: "contest_submitted",
        text: `“${form.name}” was submitted and waits for review.`,
        href: "/dashboard/manage_contests",
      })),
    );
    return { insertedId: id, contest: await readMyContest(tx, clock, joinAmount, id) };
  });
