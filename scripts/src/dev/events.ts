import type { IncomingMessage, ServerResponse } from "node:http";
import { isReadyAt, type Board } from "./board";

/** Compilers tell of every percent; people see no more than so many a second. In milliseconds. */
const PAUSE_MS = 80;
/** So that nothing on the way takes a silent connection for a dead one. */
const HEARTBEAT_MS = 15_000;

/**
 * Tells a page or the board what there is, whole, at once and after each change: who missed some of it has missed nothing.
 * `?path=/about`: whether the page at this path can be shown.
 */
export function sendEvents(request: IncomingMessage, response: ServerResponse, board: Board): void {
  const path = new URL(request.url ?? "/", "http://localhost").searchParams.get("path") ?? "/";
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });

  let sent = "";
  let waiting: NodeJS.Timeout | undefined;
  const send = () => {
    const state = board.state();
    const text = JSON.stringify({ ...state, isReady: isReadyAt(state, path) });
    if (text === sent) return;
    sent = text;
    response.write(`data: ${text}\n\n`);
  };
  const unsubscribe = board.subscribe(() => {
    if (waiting) return;
    send();
    waiting = setTimeout(() => {
      waiting = undefined;
      send();
    }, PAUSE_MS);
  });
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
  send();
  response.once("close", () => {
    unsubscribe();
    clearTimeout(waiting);
    clearInterval(heartbeat);
  });
}
