import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/announcements";
import type { Deps } from "../../platform/deps";
import { orNotFound, notFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { contestsRepository } from "../contests/domain/contests-repository";
import { participationsRepository } from "../participation/domain/participations-repository";
import { canReadAnnouncements } from "./domain/announcement-policy";
import { isForParticipant } from "./domain/announcement-columns";
import { announcementsRepository, type AnnouncementRow } from "./announcements-repository";
import { publishAnnouncement } from "./publish-announcement";

const toResponse = ({ id, text, writtenAt, sentTo }: AnnouncementRow): contract.Announcement => ({
  _id: id,
  text,
  at: writtenAt.toISOString(),
  sentTo,
});

export function announcementsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const write = publishAnnouncement(deps);

  registerEndpoint(app, contract.listAnnouncements, async ({ params: { contestId }, query, caller }) => {
    const contest = orNotFound(await contestsRepository(db).findVisible(contestId, caller), "No such contest.");
    const [isOwner, isAdmin] = [contest.creatorId === caller.id, caller.role === "admin"];
    const everJoined = isOwner || isAdmin || (await participationsRepository(db).hasEverJoined(contestId, caller.id));
    if (canReadAnnouncements({ isOwner, isAdmin, everJoined })) notFound("No news of this contest for you.");
    const page = await announcementsRepository(db).list(
      contestId,
      isOwner || isAdmin ? undefined : isForParticipant(caller.id),
      query,
      clock.now(),
    );
    return page.map(({ news }) => toResponse(news));
  });
  registerEndpoint(app, contract.publishAnnouncement, async ({ params, body, caller }) =>
    toResponse(await write(params.contestId, body.text, caller)),
  );
}
