import { randomUUID } from "node:crypto";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import { type Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canPublishAnnouncement } from "./domain/announcement-policy";
import { announcementNotifications } from "./announcement-notifications";
import { announcementsRepository, type AnnouncementRow } from "./announcements-repository";

export const publishAnnouncement =
  ({ db, clock }: Deps) =>
  (contestId: string, text: string, caller: Caller): Promise<AnnouncementRow> =>
    db.transaction(async (tx) => {
      // The lock serializes announcements, for the quota, and any concurrent join or leave.
      const contest = orNotFound(
        await contestsRepository(tx).lockOwn(contestId, caller.id),
        "No such contest of yours.",
      );
      await lockCaller(tx, caller);
      const writtenAt = clock.now();
      assertAllowed(
        canPublishAnnouncement(contest, await announcementsRepository(tx).quotaReachedAt(contestId), writtenAt),
      );
      const id = randomUUID();
      const sentTo = await notify(tx, clock, announcementNotifications.published(contest, id, text));
      if (sentTo === 0)
        throwConflict("nobody_joined", "Nobody who joined is a member any more, so there is nobody to write to.");
      return announcementsRepository(tx).insert({ id, contestId, text, writtenAt, sentTo });
    });
