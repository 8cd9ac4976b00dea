import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS, type ErrorBody, type ErrorCode } from "@conquest/shared/contracts/http/errors";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { DATE_NOT_VALID, REQUIRED } from "@conquest/shared/contracts/text/fields";
import { message, translated, type Message, type Text } from "@conquest/shared/contracts/text/message";
import type { ZodError, z } from "zod";
import { isTransientError } from "./failures/transient-errors";
import { missingHeaders } from "./http/shared-caches";
import { inLanguage, translate } from "./text/translate";

type Fields = Readonly<Record<string, Text>>;

/** An expected error; `text` is a sentence that the user can act on, `message` is the same in English. */
export class HttpError extends Error {
  override name = "HttpError";
  constructor(
    readonly statusCode: number,
    readonly code: ErrorCode,
    readonly text: Text,
    readonly fields?: Fields,
    readonly late?: ErrorBody["error"]["late"],
  ) {
    super(translate("en", text));
  }
}

export function throwConflict(code: string, text: Text): never {
  throw new HttpError(STATUS.conflict, code, text);
}

export function notFound(text: Text): never {
  throw new HttpError(STATUS.notFound, "not_found", text);
}

export const orNotFound = <T>(value: T | null | undefined, text: Text): T => value ?? notFound(text);

export function throwValidationError(fields: Fields, text: Text = CHECK_FIELDS): never {
  throw new HttpError(STATUS.badInput, "bad_input", text, fields);
}

/** Shown to a user who had a session but may not know why it ended. */
export const SESSION_ENDED = message(
  "You've been logged out: your password changed, you logged out on another device, or your session expired. Log in again.",
);

/** Throws 401: there is no session. The client signs the user out. */
export function throwUnauthorized(text: Text = message("Log in to continue.")): never {
  throw new HttpError(STATUS.noSession, "no_session", text);
}

/** Throws 403: the session is not allowed here. The client signs the user out. */
export function throwForbidden(code: string, text: Text): never {
  throw new HttpError(STATUS.notAllowedHere, code, text);
}

export function throwUnavailable(code: string, text: Text): never {
  throw new HttpError(UNAVAILABLE_STATUS, code, text);
}

export const UNAVAILABLE_STATUS = 503;
export const RETRY_AFTER_SECONDS = "5";

const CHECK_FIELDS = message("Check the highlighted fields and try again.");

const defaultMessages: z.core.$ZodErrorMap = (issue) => translated(defaultMessage(issue));

function wrongTypeMessage(expected: string): Message {
  switch (expected) {
    case "string":
      return message("Enter text");
    case "number":
      return message("Enter a number");
    case "int":
      return message("Enter a whole number");
    case "boolean":
      return message("Choose yes or no");
    default:
      return message("Enter a valid value");
  }
}

function defaultMessage(issue: z.core.$ZodRawIssue): Message {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? message(REQUIRED) : wrongTypeMessage(issue.expected);
    case "invalid_value":
      return message("Choose one of: {options}", { options: issue.values.join(", ") });
    case "too_small":
      return message("Enter at least {minimum}", { minimum: Number(issue.minimum) });
    case "too_big":
      return message("Enter at most {maximum}", { maximum: Number(issue.maximum) });
    default:
      return message("Enter a valid value");
  }
}

export function readInput<S extends z.ZodType>(schema: S, input: unknown, language: Language = "en"): z.output<S> {
  const read = () => {
    const result = schema.safeParse(input, { error: defaultMessages });
    // Zod writes the messages of its issues when they are first read.
    if (!result.success) throw inputError(result.error);
    return result.data;
  };
  return language === "en" ? read() : inLanguage(language, read);
}

function inputError(error: ZodError): HttpError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    if (field) fields[field] ??= issue.message;
  }
  const isDate = error.issues.some((issue) => issue.code === "custom" && issue.params?.["code"] === 1);
  if (isDate) return new HttpError(STATUS.badInput, 1, message(DATE_NOT_VALID), fields);
  const text = Object.keys(fields).length ? CHECK_FIELDS : message("The request isn't in the expected format.");
  return new HttpError(STATUS.badInput, "bad_input", text, fields);
}

type ErrorContent = Pick<HttpError, "code" | "text" | "fields" | "late">;

export const errorBodyOf = ({ code, text, fields = {}, late }: ErrorContent, language: Language): ErrorBody => ({
  error: {
    code,
    message: translate(language, text),
    ...(Object.keys(fields).length > 0 && {
      fields: Object.fromEntries(Object.entries(fields).map(([field, each]) => [field, translate(language, each)])),
    }),
    ...(late && { late }),
  },
});

export const NOTHING_HERE: ErrorContent = { code: "not_found", text: message("There's nothing at this address.") };

const TOO_LARGE = 413;

const FRAMEWORK_ERRORS: Readonly<Record<number, ErrorContent>> = {
  400: { code: "malformed", text: message("We couldn't read the request. Its address or its JSON body isn't valid.") },
  404: NOTHING_HERE,
  408: { code: "too_slow", text: message("Sending stopped before it finished. Check your connection and try again.") },
  [TOO_LARGE]: { code: "too_large", text: message("That's too large to send. Try something smaller.") },
  414: { code: "too_large", text: message("This address is too long.") },
  415: {
    code: "wrong_type",
    text: message(
      "This content type isn't supported. Send JSON (application/json) or a file (application/octet-stream).",
    ),
  },
  431: { code: "too_large", text: message("The request's headers are too large.") },
};

const OUTAGE_LOG_INTERVAL_MS = 1_000;
let outageLoggedUntil = 0;

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("Cache-Control", "no-store");
  // An unreadable URL is reported without decorations.
  const { language = "en" } = request as Partial<FastifyRequest>;
  const send = (status: number, content: ErrorContent) => reply.code(status).send(errorBodyOf(content, language));
  if (error instanceof HttpError) {
    if (error.statusCode === UNAVAILABLE_STATUS) reply.header("Retry-After", RETRY_AFTER_SECONDS);
    return send(error.statusCode, error);
  }
  const status = (error as Partial<FastifyError>).statusCode ?? 500;
  const known = FRAMEWORK_ERRORS[status];
  if (known) return send(status, known);
  if (status >= 400 && status < 500)
    return send(status, { code: "malformed", text: message("We couldn't read the request.") });
  if (isTransientError(error)) {
    // Every request is logged anyway; repeating the same error for each of them could fill the disk during an outage.
    if (performance.now() >= outageLoggedUntil) {
      request.log.error({ err: error }, "the database or the disk is unavailable");
      outageLoggedUntil = performance.now() + OUTAGE_LOG_INTERVAL_MS;
    }
    reply.header("Retry-After", RETRY_AFTER_SECONDS);
    return send(UNAVAILABLE_STATUS, {
      code: "unavailable",
      text: message("We can't load your data right now. Try again in a moment."),
    });
  }
  request.log.error({ err: error }, "request failed");
  return send(500, { code: "failed", text: message("Something went wrong on our side. Try again in a moment.") });
}

/** For requests that could not be read, whose language is unknown. */
export const frameworkErrorBody = (status: number): ErrorBody => errorBodyOf(FRAMEWORK_ERRORS[status]!, "en");

declare module "fastify" {
  interface FastifyRequest {
    /** The language of the page that sent the request. */
    language: Language;
  }
}

export function registerErrorHandler(app: FastifyInstance, languages: readonly Language[] = ["en"]): void {
  app.decorateRequest("language", {
    /** Pages send one language; the browser's own list says nothing about the page. */
    getter() {
      return languages.find((language) => language === this.headers["accept-language"]) ?? "en";
    },
  });
  app.setErrorHandler(sendError);
  // Closing a connection while the client still sends breaks it, and a proxy would report the server as down. So the
  // rest is read, except after `Expect`, where no body may follow.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (reply.statusCode === TOO_LARGE && request.headers.expect === undefined) reply.removeHeader("connection");
    done();
  });
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(missingHeaders(request)).send(errorBodyOf(NOTHING_HERE, request.language));
}
