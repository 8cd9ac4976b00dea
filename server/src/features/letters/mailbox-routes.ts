import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../../platform/deps";
import type { Letters } from "../../platform/letters/keep-letters";
import { TOPICS, TOPIC_OF } from "../../platform/letters/letter-topics";
import { choiceKey, lettersOf, type StoredLetter } from "../../platform/letters/letters-repository";
import { addressedReply, replyLettersOf, type StoredReply } from "../../platform/letters/reply-letters";
import { addressed } from "../../platform/letters/send-letters";
import type { Addressed } from "../../platform/letters/transport";
import { readIdentityLetters, type IdentityLetter } from "./identity-letters";
import { letterPage, mailboxPage, missingPage, type MailboxLetter } from "./mailbox-page";

/** As many as are shown. */
const MOST = 200;

const OF_IDENTITY = "identity-";

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A letter holds what people wrote: by itself too it runs nothing, loads nothing, and is of no origin. */
const LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

interface Shown extends MailboxLetter {
  html: string;
}

interface ShownOfSite extends Shown {
  at: Date;
}

/**
 * Shows the letters of a site that runs on one machine with the identity emulator, which sends none. Everybody who reaches the
 * site can read everybody's: elsewhere there is no such address.
 */
export function mailboxRoutes(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">, { send }: Letters): void {
  if (config.isProduction || !config.identity.emulatorHost) return;
  const letters = lettersOf(db);
  const replies = replyLettersOf(db);

  app.get<{ Querystring: { to?: unknown } }>("/mailbox", async ({ query }, reply) => {
    // Whoever looks does not wait for the job of each minute.
    await send();
    const to = typeof query.to === "string" && !query.to.includes("\u0000") ? query.to.normalize("NFC").trim().toLowerCase() : "";
    const of = to === "" ? undefined : to;
    const [told, answered] = [await letters.list(MOST, of), await replies.list(MOST, of)];
    const ofIdentity = await readIdentityLetters(config);
    const shown = [...(await Promise.all(told.map((letter) => read(letter, false)))), ...answered.map(readReply)]
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, MOST);
    const recipients = [...new Set([...shown, ...(ofIdentity ?? [])].map((letter) => letter.to))].sort();
    const fitting = ofIdentity && ofIdentity.map(ofEmulator).filter((letter) => to === "" || letter.to === to);
    return answer(reply, mailboxPage({ letters: shown, ofIdentity: fitting, to, recipients, most: MOST }));
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id", async ({ params }, reply) => {
    const letter = await find(params.id);
    return letter ? answer(reply, letterPage(letter)) : answer(reply.code(404), missingPage());
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
    if (id.startsWith(OF_IDENTITY)) return (await readIdentityLetters(config))?.map(ofEmulator).find((letter) => letter.id === id);
    const letter = await letters.find(id);
    if (letter) return read(letter, true);
    const reply = await replies.find(id);
    return reply && readReply(reply);
  }

  async function read(letter: StoredLetter, withStop: boolean): Promise<ShownOfSite> {
    const of = { userId: letter.userId, topic: TOPIC_OF[letter.kind] };
    const choice = withStop && !TOPICS[of.topic].isAlways ? (await letters.choicesOf([of])).get(choiceKey(of)) : undefined;
    return toShown(letter, addressed(letter, choice, config));
  }

  function readReply(reply: StoredReply): ShownOfSite {
    return toShown(reply, addressedReply(reply, config));
  }
}

const toShown = (stored: StoredReply | StoredLetter, { to, subject, text, html }: Addressed): ShownOfSite => ({
  id: stored.id,
  to: to.address,
  subject,
  at: stored.createdAt,
  state: stateOf(stored),
  text,
  html,
});

const ofEmulator = ({ code, ...letter }: IdentityLetter): Shown => ({ ...letter, id: `${OF_IDENTITY}${code}`, at: null, state: "waits to be used" });

function stateOf({ sentAt, givenUpAt, givenUpBecause, attempts }: StoredLetter | StoredReply): string {
  if (sentAt) return "sent";
  if (givenUpAt) return `given up: ${givenUpBecause ?? ""}`;
  return attempts === 0 ? "waits to be sent" : `waits after ${attempts} ${attempts === 1 ? "try" : "tries"}`;
}

const answer = (reply: FastifyReply, html: string, policy = PAGE_POLICY) =>
  reply.header("content-security-policy", policy).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
