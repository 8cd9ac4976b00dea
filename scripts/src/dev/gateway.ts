import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isReadyAt, isServing, type Board } from "./board";
import { sendEvents } from "./events";
import { forward } from "./forward";
import { DEV_BASE, pageFile, withClient } from "./page-files";

export interface GatewayOptions {
  board: Board;
  /** Where the server of the site is. */
  serverPort: number;
  /** Where the dev server of a part is; undefined for one that has none. */
  portOf: (part: string) => number | undefined;
  /** The file by which the server knows a part that is served: the manifest of a remote, the template of the shell; null before there is one. */
  faceOf: (part: string) => string | null;
  /** Hears of pages that people ask for while they are not ready. */
  onWanted: (path: string) => void;
  /** Milliseconds that requests wait for a server that restarts, and for a dev server. */
  patience?: { server: number; part: number };
}

/** Names that only this machine has: another site could otherwise have its own name point here and read along. */
const OURS = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** A part's files in the site: `/mf/<part>/dev/…`, of the shell `/@dev/shell/…`. */
const PART_FILE = /^\/(?:mf\/([\w-]+)\/dev|@dev\/(shell))(\/.*)$/;
/** What the server asks for: `/@dev/parts/<part>/…`. */
const FACE = /^\/@dev\/parts\/([\w-]+)\/(?:mf-manifest\.json|index\.html)$/;

/**
 * What listens on the port of the site: everything has one origin, as in production. Files of parts come from their dev servers,
 * the rest from the server; until a page can be shown there is the board, and calls wait while the server restarts.
 */
export function createGateway({
  board,
  serverPort,
  portOf,
  faceOf,
  onWanted,
  patience = { server: 20_000, part: 8_000 },
}: GatewayOptions): RequestListener {
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) answer(response, 500, String(error));
      else response.destroy();
    });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!OURS.test(request.headers.host ?? ""))
      return answer(response, 403, "This is only for the machine that it runs on.");
    const address = request.url ?? "/";
    const path = address.split("?")[0]!;

    const [, remote, shell, file] = PART_FILE.exec(address) ?? [];
    const part = remote ?? shell;
    const port = part && portOf(part);
    if (port && file) return filesOf(request, response, port, file);
    const [, faced] = FACE.exec(path) ?? [];
    if (faced) return sendFace(response, faced);
    if (path === `${DEV_BASE}events`) return sendEvents(request, response, board);
    if (path.startsWith(DEV_BASE)) return sendPageFile(response, path.slice(DEV_BASE.length));
    return site(request, response, path);
  }

  async function filesOf(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    file: string,
  ): Promise<void> {
    const isDone = await forward(request, response, { port, path: file, patience: patience.part });
    if (!isDone) answer(response, 503, "The dev server of this part does not answer.");
  }

  function sendFace(response: ServerResponse, part: string): void {
    const row = board.row(part);
    const face = row && isServing(row) ? faceOf(part) : null;
    if (face === null) return answer(response, 404, "Not served at the moment.");
    answer(response, 200, face, face.startsWith("{") ? "application/json" : "text/html; charset=utf-8");
  }

  async function sendPageFile(response: ServerResponse, name: string): Promise<void> {
    const file = await pageFile(name);
    if (file) answer(response, 200, file.content, file.type);
    else answer(response, 404, "There is no such file.");
  }

  async function site(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    // What the server draws by itself, and runs no script.
    const isMailbox = path === "/mailbox" || path.startsWith("/mailbox/");
    const isPage = request.method === "GET" && !isMailbox && (request.headers.accept ?? "").includes("text/html");
    if (isPage && !isReadyAt(board.state(), path)) {
      onWanted(path);
      const isRestart = board.row("server")?.phase === "away" && (await untilReady(path, response));
      if (!isRestart) return sendBoard(response);
    }
    const away = board.state().rows.flatMap((row) => (row.paths && row.address && !isServing(row) ? [row.name] : []));
    const rewrite = isPage ? (html: string) => withClient(html, away) : undefined;
    const isDone = await forward(request, response, {
      port: serverPort,
      path: request.url ?? "/",
      patience: patience.server,
      ...(rewrite && { rewrite }),
    });
    if (isDone) return;
    if (isPage) return sendBoard(response);
    answer(
      response,
      503,
      JSON.stringify({ error: { code: "not_ready", message: "The server does not answer." } }),
      "application/json; charset=utf-8",
    );
  }

  /** A server that restarts is soon there again: the page waits as calls do, rather than give way to the board. */
  function untilReady(path: string, response: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(late);
        unsubscribe();
        resolve(isReadyAt(board.state(), path));
      };
      const late = setTimeout(end, patience.server);
      const unsubscribe = board.subscribe(() => {
        if (isReadyAt(board.state(), path)) end();
      });
      response.once("close", end);
    });
  }

  async function sendBoard(response: ServerResponse): Promise<void> {
    const { content, type } = (await pageFile("board.html"))!;
    // Not the page that was asked for: whoever measures or waits by the status must not take it for that.
    answer(response, 503, content, type);
  }
}

function answer(response: ServerResponse, status: number, content: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(content);
}
