import type { ContestForm, MyContest } from "@conquest/shared/contracts/contests";
import type { Deps } from "../../platform/deps";
import { changePicture } from "../../platform/files/uploaded-pictures";
import type { Caller } from "../../platform/session";
import { contestsOf } from "../contests/contests-repository";
import { managedContestsOf } from "../contests/managed-contests";
import { assertFutureDeadline } from "./assert-future-deadline";
import { tellAdmins } from "./tell-admins";

/** A new contest is pending, whatever was sent beside the form's fields, and the admins are told. */
export const createContest =
  (deps: Deps) =>
  ({ tags, deadline, ...form }: ContestForm, caller: Caller): Promise<{ insertedId: string; contest: MyContest }> =>
    deps.db.transaction(async (tx) => {
      const now = deps.clock.now();
      const instant = new Date(deadline);
      assertFutureDeadline(instant, now);
      const id = await contestsOf(tx).insert({ ...form, tag: tags, deadline: instant, creatorId: caller.id, createdAt: now, updatedAt: now });
      await changePicture(tx, { owner: { contestId: id }, address: form.image, callerId: caller.id, field: "image" });
      await tellAdmins(tx, deps.clock, `“${form.name}” was submitted and waits for review.`);
      return { insertedId: id, contest: (await managedContestsOf({ ...deps, db: tx }).find(id, caller))! };
    });
