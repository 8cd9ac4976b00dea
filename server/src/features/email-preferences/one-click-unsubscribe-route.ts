import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/errors";
import { scopeNamed } from "../../platform/register-endpoint";

/** What a mail program posts, and nothing longer. */
const BODY_LIMIT = 1024;

/**
 * What a mail program asks when its reader presses its own button (RFC 8058): a form in place of JSON, posted to the very address
 * that people open as a page. Opening it stops nothing, since those who check mails for harm open every link.
 */
export function oneClickRoute(app: FastifyInstance, stop: (token: string) => Promise<unknown>): void {
  const readsForms = scopeNamed("one click", async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/,
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { token: string }; Body: string | undefined }>(
      "/unsubscribe/:token",
      async ({ params, body }, reply) => {
        const isAsked = /List-Unsubscribe(?:=|"\s+)One-Click\b/.test(body ?? "");
        if (!isAsked || !(await stop(params.token))) return notFound("This link is of no letter of ours.");
        return reply
          .header("cache-control", "no-store")
          .type("text/plain; charset=utf-8")
          .send("These e-mails are stopped.\n");
      },
    );
  });
  void app.register(readsForms);
}
