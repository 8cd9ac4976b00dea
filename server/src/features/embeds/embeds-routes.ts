import type { FastifyInstance } from "fastify";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { timeZone } from "@conquest/shared/contracts/text/time-zone";
import type { Deps } from "../../platform/deps";
import type {} from "../../platform/http/public-response-cache";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { missingHeaders, sharedHeaders } from "../../platform/http/shared-caches";
import { offeredLanguage } from "../../platform/wording";
import { EMBED_POLICY, embedPage, missingEmbedPage } from "./embed-page";

interface Embed {
  Params: { contestId: string };
  Querystring: { language?: unknown; timeZone?: unknown };
}

/** Serves a contest's card for frames on other sites, as visitors see the contest. Requires `app.publicAnswers`. */
export function embedsRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  app.get<Embed>("/embed/contest/:contestId", async (request, reply) => {
    const { params, query } = request;
    const language = offeredLanguage(query.language, config.languages);
    const zone = timeZone.safeParse(query.timeZone).data ?? null;
    const reader = { language, timeZone: zone, publicUrl: config.publicUrl };
    const { status, body } = await app.publicAnswers.ask(
      fillPath(getContestDetails.path, { id: params.contestId }),
      language,
    );
    reply
      .removeHeader("x-frame-options")
      .headers({
        "content-security-policy": EMBED_POLICY,
        "cross-origin-resource-policy": "cross-origin",
        "x-robots-tag": "noindex",
        ...(status === 200 ? sharedHeaders(request) : missingHeaders(request)),
      })
      .type("text/html; charset=utf-8");
    if (status === 200) return sendWithEtag(request, reply, embedPage(body as ContestDetails, reader));
    return reply.code(404).send(missingEmbedPage(reader));
  });
}
