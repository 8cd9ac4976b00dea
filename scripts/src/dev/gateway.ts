import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isReadyAt, isServing, sendEvents, type Board } from "./board";
import { forward } from "./forward";
import { readPageFile } from "./page-file";

export interface GatewayOptions {
  board: Board;
  serverPort: number;
  portOf: (part: string) => number | undefined;
  entryFileOf: (part: string) => string | null;
  onWanted: (path: string) => void;
  /** Maximum time in milliseconds that requests wait for the server or a dev server. */
  patience?: { server: number; part: number };
}

const DEV_BASE = "/@dev/";

/** Only local host names, to prevent DNS rebinding. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Files of a part: `/mf/<part>/dev/…`, for the shell `/@dev/shell/…`. */
const PART_FILE = /^\/(?:mf\/([\w-]+)\/dev|@dev\/(shell))(\/.*)$/;
const ENTRY_FILE = /^\/@dev\/parts\/([\w-]+)\/(?:mf-manifest\.json|index\.html)$/;

/** Serves the site from one origin, as in production. Shows the board until a page is ready; API requests wait. */
export function createGateway({
  board,
  serverPort,
  portOf,
  entryFileOf,
  onWanted,
  patience = { server: 20_000, part: 8_000 },
}: GatewayOptions): RequestListener {
  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, String(error));
      else response.destroy();
    });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!LOCAL_HOST.test(request.headers.host ?? ""))
      return send(response, 403, "This is only available on the machine that it runs on.");
    const address = request.url ?? "/";
    const path = address.split("?")[0]!;

    const [, remote, shell, file] = PART_FILE.exec(address) ?? [];
    const part = remote ?? shell;
    const port = part && portOf(part);
    if (port && file) return forwardPartFile(request, response, port, file);
    const [, entryPart] = ENTRY_FILE.exec(path) ?? [];
    if (entryPart) return sendEntryFile(response, entryPart);
    if (path === `${DEV_BASE}events`) return sendEvents(request, response, board);
    if (path.startsWith(DEV_BASE)) return sendPageFile(response, path.slice(DEV_BASE.length));
    return forwardToServer(request, response, path);
  }

  async function forwardPartFile(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    file: string,
  ): Promise<void> {
    const isDone = await forward(request, response, { port, path: file, patience: patience.part });
    if (!isDone) send(response, 503, "The dev server of this part is not responding.");
  }

  function sendEntryFile(response: ServerResponse, part: string): void {
    const row = board.row(part);
    const face = row && isServing(row) ? entryFileOf(part) : null;
    if (face === null) return send(response, 404, "Not available right now.");
    send(response, 200, face, face.startsWith("{") ? "application/json" : "text/html; charset=utf-8");
  }

  async function sendPageFile(response: ServerResponse, name: string): Promise<void> {
    const file = await readPageFile(name);
    if (file) send(response, 200, file.content, file.type);
    else send(response, 404, "This file does not exist.");
  }

  async function forwardToServer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    // The mailbox and cards for other sites are rendered by the server alone and run no scripts.
    const isServerPage = /^\/(?:mailbox|embed)(?:\/|$)/.test(path);
    const isPage = request.method === "GET" && !isServerPage && (request.headers.accept ?? "").includes("text/html");
    if (isPage && !isReadyAt(board.state(), path)) {
      onWanted(path);
      const isRestart = board.row("server")?.phase === "away" && (await untilReady(path, response));
      if (!isRestart) return sendBoard(response);
    }
    const away = board.state().rows.flatMap((row) => (row.paths && row.address && !isServing(row) ? [row.name] : []));
    const rewrite = isPage ? (html: string) => injectDevClient(html, away) : undefined;
    const isDone = await forward(request, response, {
      port: serverPort,
      path: request.url ?? "/",
      patience: patience.server,
      ...(rewrite && { rewrite }),
    });
    if (isDone) return;
    if (isPage) return sendBoard(response);
    send(
      response,
      503,
      JSON.stringify({ error: { code: "not_ready", message: "The server is not responding." } }),
      "application/json; charset=utf-8",
    );
  }

  /** Pages wait for a restarting server instead of showing the board. */
  function untilReady(path: string, response: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve(isReadyAt(board.state(), path));
      };
      const timer = setTimeout(end, patience.server);
      const unsubscribe = board.subscribe(() => {
        if (isReadyAt(board.state(), path)) end();
      });
      response.once("close", end);
    });
  }

  async function sendBoard(response: ServerResponse): Promise<void> {
    const { content, type } = (await readPageFile("board.html"))!;
    // A 503, so that tools that check the status do not mistake it for the page.
    send(response, 503, content, type);
  }
}

function send(response: ServerResponse, status: number, content: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(content);
}

/** Adds the dev client first: the refresh runtime must load before React. `away` lists parts without a dev server. */
function injectDevClient(html: string, away: readonly string[]): string {
  const tags = `<script src="${DEV_BASE}refresh.js"></script><script type="module" src="${DEV_BASE}client.js" data-away="${away.join(" ")}"></script>`;
  return html.replace(/<head[^>]*>/i, (head) => `${head}${tags}`);
}
