import type { z } from "zod";
import type { MyContest } from "@conquest/shared/contracts/contests";
import type { createContest as contract } from "@conquest/shared/contracts/publishing";
import type { Deps } from "../../platform/deps";
import { throwConflict } from "../../platform/errors";
import { changePicture } from "../../platform/files/uploaded-pictures";
import { notify } from "../../platform/notify";
import { listAdminIds, lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "./domain/contests-repository";
import { draftsRepository } from "../drafts/domain/drafts-repository";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { writeRound } from "../review/domain/contest-rounds";
import { assertFutureDeadline } from "./domain/assert-future-deadline";
import { submissionNotifications } from "./submission-notifications";

/** The contest starts pending, whatever else the request contains. Its draft is deleted. */
export const createContest =
  (deps: Deps) =>
  (
    { tags, deadline, draftId, ...form }: z.output<typeof contract.body>,
    caller: Caller,
  ): Promise<{ insertedId: string; contest: MyContest }> =>
    deps.db.transaction(async (tx) => {
      const now = deps.clock.now();
      const instant = new Date(deadline);
      assertFutureDeadline(instant, now);
      const drafts = draftsRepository(tx, caller.id);
      // Locks the caller before the draft, as deleting an account does.
      await lockCaller(tx, caller);
      if (draftId !== undefined && !(await drafts.lock(draftId))) throwConflict("draft_gone", DRAFT_GONE);
      const id = await contestsRepository(tx).insert({
        ...form,
        tag: tags,
        deadline: instant,
        creatorId: caller.id,
        createdAt: now,
        updatedAt: now,
      });
      await writeRound(tx, deps.clock, { contestId: id, act: "submitted", by: caller });
      await changePicture(tx, {
        owner: { contestId: id },
        address: form.image,
        callerId: caller.id,
        field: "image",
        from: draftId === undefined ? undefined : { draftId },
      });
      if (draftId !== undefined) await drafts.remove(draftId);
      const submitted = submissionNotifications.submitted(await listAdminIds(tx), { id, name: form.name });
      await notify(tx, deps.clock, submitted);
      return { insertedId: id, contest: (await managedContests({ ...deps, db: tx }).find(id, caller))! };
    });

const DRAFT_GONE =
  "This draft was submitted or deleted meanwhile, and nothing was added. Please look at your contests; sending the form once more adds it as a new one.";
