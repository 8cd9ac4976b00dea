import { inArray } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { contestsFeed, creatorFeed } from "@conquest/shared/contracts/feeds";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getCreator, listContests, listCreatorContests } from "@conquest/shared/contracts/listing";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { SITE_NAME } from "@conquest/shared/contracts/parts/page-head";
import { message } from "@conquest/shared/contracts/text/message";
import { contests } from "../../database/schema/contests";
import type { Deps } from "../../platform/deps";
import { sendNotFound } from "../../platform/errors";
import type {} from "../../platform/http/public-response-cache";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { sharedHeaders } from "../../platform/http/shared-caches";
import { renderAtom, type AtomEntry, type AtomFeed } from "../../platform/text/atom";
import { truncate } from "../../platform/text/format";
import { translate } from "../../platform/text/translate";
import { offeredLanguage } from "../../platform/wording";
import { contestFacts } from "../contests/domain/contest-facts";

const MAX_ENTRIES = 50;
const MAX_SUMMARY_LENGTH = 500;

/** Readers ask every few minutes at most. No `last-modified`: a feed from which a contest was removed has an older date. */
const CACHE_CONTROL = "public, max-age=300";

/** A year in which the site had its name, as tag URIs need one (RFC 4151). Part of ids, so it never changes. */
const TAG_YEAR = "2026";

/** Atom feeds of open contests and of a creator. Requires `app.publicAnswers`, so they show what visitors see. */
export function feedsRoutes(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">): void {
  const { publicUrl } = config;
  const tagUri = (name: string) => `tag:${new URL(publicUrl).hostname},${TAG_YEAR}:${name}`;
  const pageAt = (path: string, language: Language) => publicUrl + withLanguage(path, language);

  async function entriesOf(cards: readonly ContestCard[], language: Language): Promise<AtomEntry[]> {
    if (cards.length === 0) return [];
    const ids = cards.map(({ _id }) => _id);
    const rows = await db
      .select({ id: contests.id, openedAt: contests.openedAt, updatedAt: contests.updatedAt })
      .from(contests)
      .where(inArray(contests.id, ids));
    const dates = new Map(rows.map(({ id, ...rest }) => [id, rest]));
    return cards.flatMap((card) => {
      const { openedAt, updatedAt } = dates.get(card._id) ?? {};
      if (!openedAt || !updatedAt) return [];
      const text = truncate(card.summary ?? card.description, MAX_SUMMARY_LENGTH);
      return {
        id: tagUri(`contest:${encodeURIComponent(card._id)}`),
        title: card.name,
        url: pageAt(`/contest-details/${encodeURIComponent(card._id)}`, language),
        author: { name: card.creator.name || translate(language, message("Unnamed creator")) },
        published: openedAt,
        updated: updatedAt > openedAt ? updatedAt : openedAt,
        category: { term: card.tags, label: translate(language, message(card.tags)) },
        summary: `${text}\n\n${contestFacts(card, language)}`,
      };
    });
  }

  const newest = (entries: readonly AtomEntry[], otherwise: Date) =>
    new Date(Math.max(otherwise.getTime(), ...entries.map(({ updated }) => updated.getTime())));

  const sendFeed = (request: FastifyRequest, reply: FastifyReply, feed: AtomFeed) =>
    sendWithEtag(
      request,
      reply.headers(sharedHeaders(request, CACHE_CONTROL)).type("application/atom+xml; charset=utf-8"),
      renderAtom(feed),
    );

  async function ask<Body>(address: string, language: Language): Promise<Body | null> {
    const { status, body } = await app.publicAnswers.ask(address, language);
    return status === 200 ? (body as Body) : null;
  }

  app.get<{ Querystring: { language?: unknown } }>(contestsFeed("en"), async (request, reply) => {
    const language = offeredLanguage(request.query.language, config.languages);
    const cards = await ask<ContestCard[]>(
      `${listContests.path}?phase=open&sort=newest&limit=${MAX_ENTRIES}`,
      language,
    );
    const entries = await entriesOf(cards ?? [], language);
    return sendFeed(request, reply, {
      id: tagUri(`open-contests:${language}`),
      language,
      title: translate(language, message("Open contests on Conquest")),
      subtitle: translate(language, message("The contests that opened last.")),
      self: publicUrl + contestsFeed(language),
      url: pageAt("/all_contests", language),
      author: { name: SITE_NAME, url: publicUrl },
      updated: newest(entries, new Date(0)),
      entries,
    });
  });

  app.get<{ Params: { publicId: string }; Querystring: { language?: unknown } }>(
    "/feeds/creators/:publicId.atom",
    async (request, reply) => {
      const language = offeredLanguage(request.query.language, config.languages);
      const params = { id: request.params.publicId };
      const creator = await ask<ResponseOf<typeof getCreator>>(fillPath(getCreator.path, params), language);
      if (!creator) return sendNotFound(request, reply);
      const cards = await ask<ContestCard[]>(
        `${fillPath(listCreatorContests.path, params)}?limit=${MAX_ENTRIES}`,
        language,
      );
      const entries = await entriesOf(cards ?? [], language);
      const name = creator.name || translate(language, message("Unnamed creator"));
      const url = pageAt(`/creators/${encodeURIComponent(creator._id)}`, language);
      return sendFeed(request, reply, {
        id: tagUri(`creator:${encodeURIComponent(creator._id)}:${language}`),
        language,
        title: translate(language, message("Contests by {name}", { name })),
        subtitle: translate(language, message("{name}'s contests on Conquest.", { name })),
        self: publicUrl + creatorFeed(creator._id, language),
        url,
        author: { name, url },
        updated: newest(entries, new Date(creator.since)),
        entries,
      });
    },
  );
}
