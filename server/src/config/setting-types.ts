import { createPrivateKey } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import { email } from "@conquest/shared/contracts/text/fields";

export const MIN_TOKEN_LENGTH = 16;

export const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

export const httpAddress = z.url({
  abort: true,
  protocol: /^https?$/,
  error: "an address that starts with https:// or http://",
});
export const httpsAddress = z.url({ abort: true, protocol: /^https$/, error: "an address that starts with https://" });
/** The driver reads the certificates named in the URL when the client is constructed. */
export const postgresAddress = z
  .url({ abort: true, protocol: /^postgres(ql)?$/, error: "an address like postgres://user:password@host:5432/name" })
  .superRefine((address, context) => {
    try {
      new pg.Client({ connectionString: address });
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: `an address that the PostgreSQL driver accepts: ${(error as Error).message}`,
      });
    }
  });

/** A host name, or an IPv4 or IPv6 address: the URL parser accepts nearly any character in a host. */
const IS_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

/** Rejects parts that would be dropped silently: a path, a password or a second URL. */
export const origin = httpAddress
  .refine(
    (address) =>
      IS_HOST.test(new URL(address).hostname) && new URL(address).href.replace(/\/$/, "") === new URL(address).origin,
    "the address of one site without a path, like https://conquest.example",
  )
  .transform((address) => new URL(address).origin);
export const wholeNumber = (
  message: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
) => z.string().regex(/^\d+$/, message).transform(Number).pipe(z.int(message).min(least, message).max(most, message));

export const onOrOff = z.enum(["on", "off"], "on or off").transform((text) => text === "on");

const SMTP = "an address like smtps://user:password@mail.example.com:465";
export const smtpAddress = z
  .url({ abort: true, protocol: /^smtps?$/, error: SMTP })
  .refine((address) => new URL(address).hostname !== "", SMTP)
  .refine(
    (address) => isDecodable(new URL(address)),
    "an address whose user and password are percent-encoded: %40 for @, %25 for %",
  );

function isDecodable({ username, password }: URL): boolean {
  try {
    return [username, password].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

/** Printable ASCII on one line, without the angle brackets of a placeholder from the documentation. */
export const isToken = (text: string) =>
  text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) && !/[<>]/.test(text);

/** An email address with an optional name: Conquest <letters@conquest.example>. A line break would inject a header. */
export const mailbox = z
  .string()
  .regex(
    /^(?:[^<>"\r\n]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    "an address like Conquest <letters@conquest.example>",
  );

export const emails = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (text) => email.safeParse(text).success,
        "email addresses like owner@conquest.example, separated by commas",
      )
      .transform((text) => email.parse(text)),
  ),
);

const PROJECT_ID = /^[\w.:-]+$/;
export const projectId = z.string().regex(PROJECT_ID, "a project ID, like conquest-1234");

const json =
  (message: string) =>
  (text: string, context: z.RefinementCtx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  };

const RECORD = 'a JSON object of texts, like {"mf-public":"…"}';
export const jsonRecord = z
  .string()
  .default("{}")
  .transform(json(RECORD))
  .pipe(z.record(z.string(), z.string(RECORD), RECORD));

const ACCOUNT = "the JSON of a service account from the Firebase console";
const ACCOUNT_WITH = "the JSON of a service account with its";

/** Validated here, because firebase-admin's own errors are too vague. */
export const serviceAccount = z
  .string()
  .transform(json(ACCOUNT))
  .pipe(
    z.object(
      {
        project_id: z.string(`${ACCOUNT_WITH} project_id`).regex(PROJECT_ID, `${ACCOUNT_WITH} project_id`),
        client_email: z
          .string(`${ACCOUNT_WITH} client_email`)
          .regex(/^[^\s@]+@[^\s@]+$/, `${ACCOUNT_WITH} client_email`),
        private_key: z
          .string(`${ACCOUNT_WITH} private_key`)
          .refine(isRsaKey, "the JSON of a service account whose private_key is a whole RSA key in PEM"),
      },
      ACCOUNT,
    ),
  );

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** A wider range would contain a large part of the internet. */
const MIN_PREFIX = 7;
const prefixOf = (range: string) => Number(range.split("/")[1]);
/** IPv6 ranges that begin with zeros include IPv4-mapped addresses, whose IPv4 part follows 96 bits. */
const minPrefix6 = (range: string) =>
  new URL(`http://[${range.split("/")[0]!}]`).hostname.startsWith("[::") ? 96 + MIN_PREFIX : MIN_PREFIX;
const proxy = z.union([
  z.enum(["loopback", "linklocal", "uniquelocal"]),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4().refine((range) => prefixOf(range) >= MIN_PREFIX),
  z.cidrv6({ abort: true }).refine((range) => prefixOf(range) >= minPrefix6(range)),
]);

/** Number or addresses of trusted proxies: "1", "10.0.0.0/8, loopback". By default no headers are trusted. */
export const proxies = z.string().default("").transform(proxySetting);

function proxySetting(text: string, context: z.RefinementCtx): false | number | string {
  if (text === "" || text === "false") return false;
  if (/^\d$/.test(text)) return Number(text);
  if (text.split(",").every((part) => proxy.safeParse(part.trim()).success)) return text;
  const message =
    text === "true"
      ? "the number of proxies in front, or their addresses: with true, anyone could set any address in X-Forwarded-For and bypass all limits"
      : "the number of proxies in front, or their addresses, like 1 or 10.0.0.0/8";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
