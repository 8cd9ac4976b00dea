import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../../platform/deps";
import { emailIdOf, combineEmails } from "../../platform/email/combine-emails";
import type { Mailer } from "../../platform/email/register-mailer";
import { TOPICS, TOPIC_OF } from "../../platform/email/email-categories";
import { emailOutbox, type Choice, type StoredEmail } from "../../platform/email/email-outbox";
import { addressedReply, replyOutbox, type StoredReply } from "../../platform/email/reply-outbox";
import { addressed } from "../../platform/email/send-emails";
import type { Addressed } from "../../platform/email/transport";
import { readIdentityEmails, type IdentityEmail } from "./identity-emails";
import { emailPage, mailboxPage, missingPage, type MailboxEmail } from "./mailbox-page";

/** As many as are shown. */
const MOST = 200;

const OF_IDENTITY = "identity-";

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A letter holds what people wrote: by itself too it runs nothing, loads nothing, and is of no origin. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** Letters that are read to show a page of emails, since one email may hold several letters. */
const MOST_LETTERS = 2000;

const NO_CHOICES: ReadonlyMap<string, Choice> = new Map();

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

type Stored = Pick<
  StoredEmail | StoredReply,
  "id" | "createdAt" | "dueAt" | "attempts" | "sentAt" | "givenUpAt" | "givenUpBecause"
>;

interface Shown extends MailboxEmail {
  html: string;
}

interface ShownOfSite extends Shown {
  at: Date;
}

/**
 * Shows the letters of a site that runs on one machine with the identity emulator, which sends none. Everybody who reaches the
 * site can read everybody's: elsewhere there is no such address.
 */
export function mailboxRoutes(
  app: FastifyInstance,
  { db, config }: Pick<Deps, "db" | "config">,
  { send }: Mailer,
): void {
  if (config.isProduction || !config.identity.emulatorHost) return;
  const letters = emailOutbox(db);
  const replies = replyOutbox(db);

  app.get<{ Querystring: { to?: unknown } }>("/mailbox", async ({ query }, reply) => {
    // Whoever looks does not wait for the job of each minute.
    await send();
    const to =
      typeof query.to === "string" && !query.to.includes("\u0000")
        ? query.to.normalize("NFC").trim().toLowerCase()
        : "";
    const of = to === "" ? undefined : to;
    const [told, answered] = [combineEmails(await letters.list(MOST_LETTERS, of)), await replies.list(MOST, of)];
    const ofIdentity = await readIdentityEmails(config);
    const shown = [...told.map((together) => shownOf(together, NO_CHOICES)), ...answered.map(readReply)]
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, MOST);
    const recipients = [...new Set([...shown, ...(ofIdentity ?? [])].map((letter) => letter.to))].sort();
    const fitting = ofIdentity && ofIdentity.map(ofEmulator).filter((letter) => to === "" || letter.to === to);
    return answer(reply, mailboxPage({ letters: shown, ofIdentity: fitting, to, recipients, most: MOST }));
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id", async ({ params }, reply) => {
    const letter = await find(params.id);
    return letter ? answer(reply, emailPage(letter)) : answer(reply.code(404), missingPage());
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id/body", async ({ params }, reply) => {
    const letter = await find(params.id);
    if (!letter) return answer(reply.code(404), missingPage());
    // Of no origin, it cannot have a process for its origin alone, and the browser would say so.
    reply.removeHeader("origin-agent-cluster");
    return answer(reply, letter.html.replace("<head>", '<head><base target="_top">'), LETTER_POLICY);
  });

  async function find(id: string): Promise<Shown | undefined> {
    if (id.includes("\u0000")) return undefined;
    if (id.startsWith(OF_IDENTITY))
      return (await readIdentityEmails(config))?.map(ofEmulator).find((letter) => letter.id === id);
    const together = combineEmails(await letters.beside(id)).find((email) => email.some((letter) => letter.id === id));
    if (together) return read(together);
    const reply = await replies.find(id);
    return reply && readReply(reply);
  }

  async function read(together: readonly StoredEmail[]): Promise<ShownOfSite> {
    const stoppable = together
      .map(({ userId, kind }) => ({ userId, topic: TOPIC_OF[kind] }))
      .filter(({ topic }) => !TOPICS[topic].isAlways);
    return shownOf(together, await letters.choicesOf(stoppable));
  }

  /** Renders the email as it is sent: without letters that were given up, unless all of them were. */
  function shownOf(all: readonly StoredEmail[], choices: ReadonlyMap<string, Choice>): ShownOfSite {
    const goingOut = all.filter(({ givenUpAt }) => givenUpAt === null);
    const together = goingOut.length > 0 ? goingOut : all;
    return toShown({ ...together.at(-1)!, id: emailIdOf(all) }, addressed(together, choices, config));
  }

  function readReply(reply: StoredReply): ShownOfSite {
    return toShown(reply, addressedReply(reply, config));
  }
}

const toShown = (stored: Stored, { to, subject, text, html }: Addressed): ShownOfSite => ({
  id: stored.id,
  to: to.address,
  subject,
  at: stored.createdAt,
  state: stateOf(stored),
  text,
  html,
});

const ofEmulator = ({ code, ...letter }: IdentityEmail): Shown => ({
  ...letter,
  id: `${OF_IDENTITY}${code}`,
  at: null,
  state: "waits to be used",
});

function stateOf({ sentAt, givenUpAt, givenUpBecause, attempts, dueAt }: Stored): string {
  if (sentAt) return "sent";
  if (givenUpAt) return `given up: ${givenUpBecause ?? ""}`;
  return attempts === 0
    ? `waits until ${timeFormat.format(dueAt)} UTC`
    : `waits after ${attempts} ${attempts === 1 ? "try" : "tries"}`;
}

const answer = (reply: FastifyReply, html: string, policy = PAGE_POLICY) =>
  reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
