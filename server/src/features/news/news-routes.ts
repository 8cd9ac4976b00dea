import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/news";
import type { Deps } from "../../platform/deps";
import { found, notFound } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { mayReadNews } from "../contests/talk/talk-acts";
import { isForParticipant } from "../contests/talk/talk-columns";
import { newsOf, type NewsRow } from "./news-repository";
import { writeNews } from "./write-news";

const toNews = ({ id, text, writtenAt, sentTo }: NewsRow): contract.ContestNews => ({ _id: id, text, at: writtenAt.toISOString(), sentTo });

export function newsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const write = writeNews(deps);

  implement(app, contract.listNews, async ({ params: { contestId }, query, caller }) => {
    const contest = found(await contestsOf(db).findVisible(contestId, caller), "No such contest.");
    const [isOwner, isAdmin] = [contest.creatorId === caller.id, caller.role === "admin"];
    const everJoined = isOwner || isAdmin || (await participationsOf(db).everPaid(contestId, caller.id));
    if (mayReadNews({ isOwner, isAdmin, everJoined })) notFound("No news of this contest for you.");
    const page = await newsOf(db).list(contestId, isOwner || isAdmin ? undefined : isForParticipant(caller.id), query, clock.now());
    return page.map(({ news }) => toNews(news));
  });
  implement(app, contract.writeNews, async ({ params, body, caller }) => toNews(await write(params.contestId, body.text, caller)));
}
