import type { IncomingMessage, ServerResponse } from "node:http";
import { isReadyAt, type Board } from "./board";

const THROTTLE_MS = 80;
/** Prevents proxies from closing an idle connection. */
const HEARTBEAT_MS = 15_000;

/**
 * Streams the complete state after each change, so that missed events do not matter. `?path=/about` adds whether that
 * page is ready.
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
    }, THROTTLE_MS);
  });
  const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
  send();
  response.once("close", () => {
    unsubscribe();
    clearTimeout(waiting);
    clearInterval(heartbeat);
  });
}
