import type { FastifyReply } from "fastify";
import { HttpError, RETRY_AFTER_SECONDS, UNAVAILABLE_STATUS } from "../platform/errors";
import { isTransientError } from "../platform/failures/transient-errors";
import { SITE_NAME } from "@conquest/shared/contracts/parts/page-head";

const TITLE = "Back in a moment";

/** Needs no other files: used before the shell is loaded or after it was evicted. */
const HTML = [
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>${TITLE} | ${SITE_NAME}</title>`,
  `<body style="font-family:sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem"><h1>${TITLE}</h1>`,
  "<p>The site cannot reach its data right now. This page tries again by itself.</p></body></html>",
].join("\n");

export const isUnavailable = (error: unknown) =>
  isTransientError(error) || (error instanceof HttpError && error.statusCode === UNAVAILABLE_STATUS);

export const sendUnavailablePage = (reply: FastifyReply) =>
  reply
    .code(UNAVAILABLE_STATUS)
    .header("retry-after", RETRY_AFTER_SECONDS)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(HTML);
