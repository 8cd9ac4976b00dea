import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createBoard, rowAt, sendEvents, type Board } from "../dev/board";
import { readPageFile } from "../dev/page-file";
import { routePathsOf } from "../parts/parts";

/** Files and events of the board, as in development. */
const BASE = "/@dev/";

export interface PendingParts {
  board: Board;
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

  const isPending = (path: string) => pending.has(rowAt(board.state(), path)?.name ?? "");
  const pathOf = ({ url }: FastifyRequest) => url.split("?")[0]!;
  const isPage = ({ method, headers }: FastifyRequest) =>
    ["GET", "HEAD"].includes(method) && (headers.accept ?? "").includes("text/html");

  async function sendFile(reply: FastifyReply, name: string, status = 200) {
    const file = await readPageFile(name);
    return reply
      .code(file ? status : 404)
      .headers({ "cache-control": "no-store", "content-security-policy": "default-src 'self'" })
      .type(file?.type ?? "text/plain; charset=utf-8")
      .send(file?.content ?? "There is no such file.");
  }

  for (const part of parts) board.set(part, { paths: routePathsOf(part) });
  return {
    board,
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
        if (!isPage(request) || pending.size === 0) return;
        if (isPending(path)) return sendFile(reply, "board.html", 503);
        // The script below needs a whole page that is not compressed.
        delete request.headers["if-none-match"];
        delete request.headers["accept-encoding"];
      });

      app.addHook("onSend", async (request, reply, payload) => {
        const runsScripts = String(reply.getHeader("content-security-policy")).includes("script-src 'self'");
        if (pending.size === 0 || !isPage(request) || !runsScripts || !Buffer.isBuffer(payload)) return payload;
        const paths = [...pending].flatMap(routePathsOf).join(" ");
        const tag = `<script src="${BASE}pending.js" data-paths="${paths}"></script>`;
        reply.removeHeader("etag").removeHeader("content-length");
        return payload.toString("utf8").replace(/<head[^>]*>/i, (head) => head + tag);
      });

      // Open streams would delay the end of the server.
      app.addHook("preClose", async () => streams.forEach((stream) => stream.end()));
    },
  };
}
