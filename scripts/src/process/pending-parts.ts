import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "@conquest/server/src/platform/text/format";
import { createBoard, rowAt, sendEvents, type Board } from "../dev/board";
import { readPageFile } from "../dev/page-file";
import { routePathsOf } from "../parts/parts";

/** Files and events of the board, as in development. */
const BASE = "/@dev/";

export interface PendingParts {
  board: Board;
  /** Shows the problem on the part's pages. */
  fail(part: string, problem: string): void;
  /** Releases the pages of all parts. */
  end(): void;
  /** Shows the board in place of pages that are not there yet. Call it before the server listens. */
  register(app: FastifyInstance, later: readonly string[]): void;
}

/**
 * Pages of the parts that `npm start` still builds: their progress, then the page. They appear together, because the
 * menu of dashboards combines all parts.
 */
export function pendingParts(parts: readonly string[]): PendingParts {
  const board = createBoard();
  const streams = new Set<ServerResponse>();
  let pending: ReadonlySet<string> = new Set();
  const failed = new Map<string, string>();

  const partAt = (path: string) => rowAt(board.state(), path)?.name ?? "";
  const isPending = (path: string) => pending.has(partAt(path)) && !failed.has(partAt(path));
  const pathOf = ({ url }: FastifyRequest) => url.split("?")[0]!;
  const isPage = ({ method, headers }: FastifyRequest) =>
    ["GET", "HEAD"].includes(method) && (headers.accept ?? "").includes("text/html");

  async function sendFile(reply: FastifyReply, name: string, status = 200, problem = "") {
    const file = await readPageFile(name);
    return reply
      .code(file ? status : 404)
      .headers({ "cache-control": "no-store", "content-security-policy": "default-src 'self'" })
      .type(file?.type ?? "text/plain; charset=utf-8")
      .send(file?.content.replace("{{problem}}", () => escapeHtml(problem)) ?? "This file does not exist.");
  }

  for (const part of parts) board.set(part, { paths: routePathsOf(part) });
  return {
    board,
    fail(part, problem) {
      failed.set(part, problem);
      board.set(part, { phase: "errors" });
    },
    end() {
      pending = new Set();
      // Tells open boards.
      for (const { name } of board.state().rows) board.set(name, {});
    },
    register(app, later) {
      pending = new Set(later);

      app.addHook("onRequest", async (request, reply) => {
        const path = pathOf(request);
        if (path === `${BASE}events`) {
          reply.hijack();
          streams.add(reply.raw);
          reply.raw.once("close", () => streams.delete(reply.raw));
          return sendEvents(request.raw, reply.raw, board, (page) => !isPending(page));
        }
        if (path.startsWith(BASE)) return sendFile(reply, path.slice(BASE.length));
        if (!isPage(request) || (pending.size === 0 && failed.size === 0)) return;
        const problem = failed.get(partAt(path));
        if (problem !== undefined || isPending(path)) {
          // The terminal shows progress and problems already, without a line for each 503.
          request.log.level = "silent";
          return problem === undefined
            ? sendFile(reply, "board.html", 503)
            : sendFile(reply, "failed.html", 503, problem);
        }
        // The script below needs a whole page that is not compressed.
        delete request.headers["if-none-match"];
        delete request.headers["accept-encoding"];
      });

      app.addHook("onSend", async (request, reply, payload) => {
        const runsScripts = String(reply.getHeader("content-security-policy")).includes("script-src 'self'");
        const unavailable = [...pending, ...failed.keys()];
        if (unavailable.length === 0 || !isPage(request) || !runsScripts || !Buffer.isBuffer(payload)) return payload;
        const paths = unavailable.flatMap(routePathsOf).join(" ");
        const tag = `<script src="${BASE}pending.js" data-paths="${paths}"></script>`;
        reply.removeHeader("etag").removeHeader("content-length");
        return payload.toString("utf8").replace(/<head[^>]*>/i, (head) => head + tag);
      });

      // Open streams would delay the end of the server.
      app.addHook("preClose", async () => streams.forEach((stream) => stream.end()));
    },
  };
}
