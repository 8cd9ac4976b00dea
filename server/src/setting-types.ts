import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { email } from "@conquest/shared/contracts/text/fields";

/** What settings are written like in the environment. A refusal's message goes on from "must be". */

/** Characters that nobody guesses. */
export const SHORTEST_TOKEN = 16;

export const list = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((item) => item.trim()).filter(Boolean));

export const httpAddress = z.url({ protocol: /^https?$/, error: "an address that starts with https:// or http://" });
export const httpsAddress = z.url({ protocol: /^https$/, error: "an address that starts with https://" });
export const origin = httpAddress.refine((address) => !address.includes("*"), "an address of one site: * stands for none").transform((address) => new URL(address).origin);
export const wholeNumber = (message: string, { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number }) => z.coerce.number(message).pipe(z.int(message).min(least, message).max(most, message));

export const smtpAddress = z.url({ protocol: /^smtps?$/, error: "an address like smtps://user:password@mail.example.com:465" });

/** An address, or a name and an address: Conquest <letters@conquest.example>. What goes on in a second line would be a header of its own. */
export const mailbox = z.string().regex(/^(?:[^<>"\r\n]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, "an address like Conquest <letters@conquest.example>");

/** In the one form the site compares. */
export const emails = list.pipe(z.array(z.string().refine((text) => email.safeParse(text).success, "e-mail addresses like owner@conquest.example, with commas between them").transform((text) => email.parse(text))));

const json = (message: string) => (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
};

const RECORD = 'a JSON object of texts, like {"mf-public":"…"}';
export const jsonRecord = z.string().default("{}").transform(json(RECORD)).pipe(z.record(z.string(), z.string(RECORD), RECORD));

const ACCOUNT = "the JSON of a service account, as the Firebase console gives it";

/** firebase-admin says of what is wrong with it less than its holder needs to know. */
export const serviceAccount = z
  .string()
  .transform(json(ACCOUNT))
  .pipe(
    z.object(
      {
        project_id: z.string("the JSON of a service account with its project_id"),
        client_email: z.string("the JSON of a service account with its client_email"),
        private_key: z.string("the JSON of a service account with its private_key").refine(isPrivateKey, "the JSON of a service account whose private_key is a whole PEM key"),
      },
      ACCOUNT,
    ),
  );

/** A key that was cut, or whose line ends were lost on the way, is none. */
function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === "private";
  } catch {
    return false;
  }
}

/** A range that holds a good part of the internet is nobody's network. */
const notEverybody = (range: string) => Number(range.split("/")[1]) >= 7;
const proxy = z.union([z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4().refine(notEverybody), z.cidrv6().refine(notEverybody)]);

/** How many proxies stand in front, or which: "1", "10.0.0.0/8, loopback". Without one, their headers are not believed. */
export const proxies = z.string().default("").transform(proxySetting);

function proxySetting(text: string, context: z.RefinementCtx): false | number | string {
  if (text === "" || text === "false") return false;
  if (/^\d$/.test(text)) return Number(text);
  if (text.split(",").every((part) => proxy.safeParse(part.trim()).success)) return text;
  const message =
    text === "true"
      ? "how many proxies stand in front, or their addresses: with true, whoever writes X-Forwarded-For would be taken for any address they like, and no limit would hold"
      : "how many proxies stand in front, or their addresses, like 1 or 10.0.0.0/8";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
