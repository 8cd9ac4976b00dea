import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS, type ErrorBody, type ErrorCode } from "@conquest/shared/contracts/http/errors";
import { DATE_NOT_VALID, REQUIRED } from "@conquest/shared/contracts/text/fields";
import type { ZodError, z } from "zod";
import { isTransientError } from "./failures/transient-errors";

type Fields = Readonly<Record<string, string>>;

/** The server's no: `message` is a sentence the person can act on. */
export class HttpError extends Error {
  override name = "Refusal";
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

/** The state of things forbids it (409). */
export function throwConflict(code: string, message: string): never {
  throw new HttpError(STATUS.conflict, code, message);
}

/** It does not exist, or it is not this person's to see (404). */
export function notFound(message: string): never {
  throw new HttpError(STATUS.notFound, "not_found", message);
}

/** What was looked for, or a 404 with this sentence. */
export function orNotFound<T>(value: T | null | undefined, message: string): T {
  return value ?? notFound(message);
}

/** The input cannot be accepted (422); each field's own sentence by its name. */
export function throwValidationError(fields: Fields, message: string = CHECK_FIELDS): never {
  throw new HttpError(STATUS.badInput, "bad_input", message, fields);
}

/** Of who had a session, and may not know why it is over. */
export const SESSION_ENDED =
  "Your sign-in in this browser has ended: the password was changed, the account was signed out, perhaps from another device, or it is too long ago. Please sign in again.";

/** There is no session (401): signs the person out. */
export function throwUnauthorized(message = "Please sign in to go on."): never {
  throw new HttpError(STATUS.noSession, "no_session", message);
}

/** This session may not be here (403): signs the person out. */
export function throwForbidden(code: string, message: string): never {
  throw new HttpError(STATUS.notAllowedHere, code, message);
}

/** Something that the server needs is away for now (503). */
export function unavailable(code: string, message: string): never {
  throw new HttpError(UNAVAILABLE, code, message);
}

export const UNAVAILABLE = 503;
/** After how many seconds an answer is worth trying for again when something is away. */
export const RETRY_AFTER = "5";

const CHECK_FIELDS = "Some of this cannot be accepted. Please check the marked fields.";

/** Sentences for what a contract has none of its own for: values of another type, unknown choices, numbers out of range. */
const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? REQUIRED : `Please send a value of the right type here (${issue.expected})`;
    case "invalid_value":
      return `Please choose one of: ${issue.values.join(", ")}`;
    case "too_small":
      return `Please give at least ${issue.minimum}`;
    case "too_big":
      return `Please give at most ${issue.maximum}`;
    default:
      return "This cannot be accepted";
  }
};

/** What the contract makes of the input; what it does not accept is refused with a sentence for each field. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: plainWords });
  if (!result.success) throw inputRefusal(result.error);
  return result.data;
}

/** The first sentence for each field that a contract does not accept. */
function inputRefusal(error: ZodError): HttpError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    if (field) fields[field] ??= issue.message;
  }
  const isDate = error.issues.some((issue) => issue.code === "custom" && issue.params?.["code"] === 1);
  if (isDate) return new HttpError(STATUS.badInput, 1, DATE_NOT_VALID, fields);
  const message = Object.keys(fields).length ? CHECK_FIELDS : "The request does not have the form this call expects.";
  return new HttpError(STATUS.badInput, "bad_input", message, fields);
}

const body = (code: ErrorCode, message: string, fields?: Fields, late?: HttpError["late"]): ErrorBody => ({
  error: { code, message, ...(fields && Object.keys(fields).length ? { fields } : {}), ...(late && { late }) },
});

const TOO_LARGE = 413;

/** What the web server itself refuses before a route is reached, by its status. */
const FRAMEWORK_REFUSALS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["malformed", "The request could not be read. Its address or its body, which must be JSON, is not valid."],
  404: ["not_found", "There is nothing at this address."],
  408: ["too_slow", "The request took too long to arrive. Please try again."],
  [TOO_LARGE]: ["too_large", "This is more than the server accepts at once. Please send less."],
  414: ["too_large", "This address is longer than the server accepts."],
  415: [
    "wrong_type",
    "The request's body is not what this call takes: JSON (Content-Type: application/json), or a file as it is (application/octet-stream).",
  ],
  431: ["too_large", "The request's headers are larger than the server accepts."],
};

/** What a refusal says on the wire. */
export const errorBodyOf = ({ code, message, fields, late }: HttpError): ErrorBody => body(code, message, fields, late);

const AWAY = "The site cannot reach its data right now. Please try again in a moment.";

/** So long nothing more is said of an outage, in milliseconds. */
const SAID_FOR = 1_000;
let saidUntil = 0;

/** The one place where a thrown error becomes an answer. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("Cache-Control", "no-store");
  if (error instanceof HttpError) {
    if (error.statusCode === UNAVAILABLE) reply.header("Retry-After", RETRY_AFTER);
    return reply.code(error.statusCode).send(errorBodyOf(error));
  }
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const known = FRAMEWORK_REFUSALS[status];
  if (known) return reply.code(status).send(body(...known));
  if (status >= 400 && status < 500)
    return reply.code(status).send(body("malformed", "The request could not be read."));
  if (isTransientError(error)) {
    // Each answer has its line besides: what is wrong is the same for all of them, and an outage must not fill the disk.
    if (performance.now() >= saidUntil) {
      request.log.error({ err: error }, "the database or the disk is away");
      saidUntil = performance.now() + SAID_FOR;
    }
    return reply.code(UNAVAILABLE).header("Retry-After", RETRY_AFTER).send(body("unavailable", AWAY));
  }
  request.log.error({ err: error }, "request failed");
  return reply.code(500).send(body("failed", "Something went wrong on our side. Please try again in a moment."));
}

/** What one of the web server's own refusals says on the wire. */
export const frameworkRefusal = (status: number): ErrorBody => body(...FRAMEWORK_REFUSALS[status]!);

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
  // Closed while it is being sent more, a connection breaks, and a proxy in front says that this server is away. What comes is read, and
  // forgotten. Who asks before they send need not send, and the rest of the connection could not be told from what they meant to.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode === TOO_LARGE && request.headers.expect === undefined) reply.removeHeader("connection");
    done();
  });
}

/** Below /api and the like nothing answers HTML: an unknown address is a 404 in our shape. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header("Cache-Control", "no-store")
    .send(body("not_found", "There is nothing at this address."));
}
