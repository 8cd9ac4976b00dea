import type { FastifyInstance } from "fastify";
import { notFound } from "../../platform/errors";
import { scopeNamed } from "../../platform/register-endpoint";

const BODY_LIMIT = 1024;

/** Handles one-click unsubscribe (RFC 8058). GET must not unsubscribe, because mail scanners open every link. */
export function oneClickRoute(app: FastifyInstance, unsubscribe: (token: string) => Promise<unknown>): void {
  const plugin = scopeNamed("one click", async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/,
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { token: string }; Body: string | undefined }>(
      "/unsubscribe/:token",
      async ({ params, body }, reply) => {
        const isOneClick = /List-Unsubscribe(?:=|"\s+)One-Click\b/.test(body ?? "");
        if (!isOneClick || !(await unsubscribe(params.token))) return notFound("This link is of no letter of ours.");
        return reply
          .header("cache-control", "no-store")
          .type("text/plain; charset=utf-8")
          .send("These e-mails are stopped.\n");
      },
    );
  });
  void app.register(plugin);
}
