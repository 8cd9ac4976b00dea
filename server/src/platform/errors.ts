import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS, type ErrorBody, type ErrorCode } from "@conquest/shared/contracts/http/errors";
import { DATE_NOT_VALID, REQUIRED } from "@conquest/shared/contracts/text/fields";
import type { ZodError, z } from "zod";
import { isTransientError } from "./failures/transient-errors";

type Fields = Readonly<Record<string, string>>;

/** An expected error; `message` is a sentence that the user can act on. */
export class HttpError extends Error {
  override name = "HttpError";
  constructor(
    readonly statusCode: number,
    readonly code: ErrorCode,
    message: string,
    readonly fields?: Fields,
    readonly late?: ErrorBody["error"]["late"],
  ) {
    super(message);
  }
}

export function throwConflict(code: string, message: string): never {
  throw new HttpError(STATUS.conflict, code, message);
}

export function notFound(message: string): never {
  throw new HttpError(STATUS.notFound, "not_found", message);
}

export const orNotFound = <T>(value: T | null | undefined, message: string): T => value ?? notFound(message);

export function throwValidationError(fields: Fields, message: string = CHECK_FIELDS): never {
  throw new HttpError(STATUS.badInput, "bad_input", message, fields);
}

/** Shown to a user who had a session but may not know why it ended. */
export const SESSION_ENDED =
  "You've been logged out: your password changed, you logged out on another device, or your session expired. Log in again.";

/** Throws 401: there is no session. The client signs the user out. */
export function throwUnauthorized(message = "Log in to continue."): never {
  throw new HttpError(STATUS.noSession, "no_session", message);
}

/** Throws 403: the session is not allowed here. The client signs the user out. */
export function throwForbidden(code: string, message: string): never {
  throw new HttpError(STATUS.notAllowedHere, code, message);
}

export function throwUnavailable(code: string, message: string): never {
  throw new HttpError(UNAVAILABLE_STATUS, code, message);
}

export const UNAVAILABLE_STATUS = 503;
export const RETRY_AFTER_SECONDS = "5";

const CHECK_FIELDS = "Check the highlighted fields and try again.";

const defaultMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? REQUIRED : `Enter a valid value (${issue.expected})`;
    case "invalid_value":
      return `Choose one of: ${issue.values.join(", ")}`;
    case "too_small":
      return `Enter at least ${issue.minimum}`;
    case "too_big":
      return `Enter at most ${issue.maximum}`;
    default:
      return "Enter a valid value";
  }
};

export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: defaultMessages });
  if (!result.success) throw inputError(result.error);
  return result.data;
}

function inputError(error: ZodError): HttpError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    if (field) fields[field] ??= issue.message;
  }
  const isDate = error.issues.some((issue) => issue.code === "custom" && issue.params?.["code"] === 1);
  if (isDate) return new HttpError(STATUS.badInput, 1, DATE_NOT_VALID, fields);
  const message = Object.keys(fields).length ? CHECK_FIELDS : "The request isn't in the expected format.";
  return new HttpError(STATUS.badInput, "bad_input", message, fields);
}

const body = (code: ErrorCode, message: string, fields?: Fields, late?: HttpError["late"]): ErrorBody => ({
  error: { code, message, ...(fields && Object.keys(fields).length ? { fields } : {}), ...(late && { late }) },
});

const TOO_LARGE = 413;

const FRAMEWORK_ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["malformed", "We couldn't read the request. Its address or its JSON body isn't valid."],
  404: ["not_found", "There's nothing at this address."],
  408: ["too_slow", "Sending stopped before it finished. Check your connection and try again."],
  [TOO_LARGE]: ["too_large", "That's too large to send. Try something smaller."],
  414: ["too_large", "This address is too long."],
  415: [
    "wrong_type",
    "This content type isn't supported. Send JSON (application/json) or a file (application/octet-stream).",
  ],
  431: ["too_large", "The request's headers are too large."],
};

export const errorBodyOf = ({ code, message, fields, late }: HttpError): ErrorBody => body(code, message, fields, late);

const OUTAGE_LOG_INTERVAL_MS = 1_000;
let outageLoggedUntil = 0;

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("Cache-Control", "no-store");
  if (error instanceof HttpError) {
    if (error.statusCode === UNAVAILABLE_STATUS) reply.header("Retry-After", RETRY_AFTER_SECONDS);
    return reply.code(error.statusCode).send(errorBodyOf(error));
  }
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const known = FRAMEWORK_ERRORS[status];
  if (known) return reply.code(status).send(body(...known));
  if (status >= 400 && status < 500) return reply.code(status).send(body("malformed", "We couldn't read the request."));
  if (isTransientError(error)) {
    // Every request is logged anyway; repeating the same error for each of them could fill the disk during an outage.
    if (performance.now() >= outageLoggedUntil) {
      request.log.error({ err: error }, "the database or the disk is unavailable");
      outageLoggedUntil = performance.now() + OUTAGE_LOG_INTERVAL_MS;
    }
    return reply
      .code(UNAVAILABLE_STATUS)
      .header("Retry-After", RETRY_AFTER_SECONDS)
      .send(body("unavailable", "We can't load your data right now. Try again in a moment."));
  }
  request.log.error({ err: error }, "request failed");
  return reply.code(500).send(body("failed", "Something went wrong on our side. Try again in a moment."));
}

export const frameworkErrorBody = (status: number): ErrorBody => body(...FRAMEWORK_ERRORS[status]!);

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
  // Closing a connection while the client still sends breaks it, and a proxy would report the server as down. So the
  // rest is read, except after `Expect`, where no body may follow.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode === TOO_LARGE && request.headers.expect === undefined) reply.removeHeader("connection");
    done();
  });
}

export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header("Cache-Control", "no-store")
    .send(body("not_found", "There's nothing at this address."));
}
