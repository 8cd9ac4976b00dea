import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import type { Caller } from "../../platform/session";
import type { JoinAmount } from "./amount-due";
import { assertFutureDeadline } from "./assert-future-deadline";
import { insertContest } from "./contests-repository";
import { readMyContest } from "./read-my-contest";
import { tellAdmins } from "./tell-admins";

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
    await tellAdmins(tx, clock, `“${form.name}” was submitted and waits for review.`);
    return { insertedId: id, contest: await readMyContest(tx, clock, joinAmount, id, caller) };
  });
