import type { Config } from "../../config/config";
import type { Deps } from "../deps";
import { TOPICS, TOPIC_OF, isFarewell } from "./email-categories";
import { choiceKey, emailOutbox, type Choice, type StoredEmail } from "./email-outbox";
import { emailIdOf } from "./combine-emails";
import { oneLine } from "./email-template";
import { MAX_ATTEMPTS, backoffDelay } from "./retry-backoff";
import { renderEmail } from "./render-email";
import { renderSummary } from "./render-summary";
import { addressedReply, replyOutbox } from "./reply-outbox";
import { claimEmails } from "./claim-emails";
import { NotSent, TOGETHER, type Addressed, type Transport } from "./transport";
import { unverifiedAddressesRepository } from "./unverified-addresses";

export type EmailOutcome = "sent" | "failed" | "given up";

interface Sending {
  transport: Transport;
  /** Hears of each letter how it ended, and of what failed why. */
  heard: (end: EmailOutcome, because?: string) => void;
  /** Between 0 and 1. */
  chance?: () => number;
  /** Where it says so no more are begun. */
  isOver?: () => boolean;
}

/** An email that this server has leased. */
interface Taken {
  /** With this one. */
  attempts: number;
  /** Why it is not to go out any more. */
  refusal: string | null;
  write: () => Addressed;
  end: (how: { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string }) => PromiseLike<unknown>;
  tryAgain: (dueAt: Date) => PromiseLike<unknown>;
}

type SendingDeps = Pick<Deps, "db" | "clock" | "config">;

/**
 * Sends due emails in batches; replies to contact messages come first. An email is leased to one server and marked once sent. After
 * a crash in between it is sent again, with the same Message-ID.
 */
export async function sendEmails(
  deps: SendingDeps,
  { transport, heard, chance = Math.random, isOver = () => false }: Sending,
): Promise<void> {
  for (const take of [() => takeReplies(deps), () => takeLetters(deps, transport)]) {
    while (!isOver()) {
      const taken = await take();
      if (taken.length === 0) break;
      const ends = await Promise.all(taken.map(sendOne));
      // Whatever keeps this one from the mail server keeps the others too: they keep their tries for when it is back.
      if (ends.includes("server")) return;
    }
  }

  async function sendOne({ attempts, refusal, write, end, tryAgain }: Taken): Promise<"done" | "server"> {
    if (refusal) {
      await end({ givenUpAt: deps.clock.now(), givenUpBecause: refusal });
      heard("given up", refusal);
      return "done";
    }
    try {
      await transport.send(write());
    } catch (error) {
      const { because, what } = error instanceof NotSent ? error : new NotSent("it could not be written", "later");
      const isLast = what === "letter" || attempts >= MAX_ATTEMPTS;
      const now = deps.clock.now();
      await (isLast
        ? end({ givenUpAt: now, givenUpBecause: because })
        : tryAgain(new Date(now.getTime() + backoffDelay(attempts, chance()))));
      heard(isLast ? "given up" : "failed", because);
      return what === "server" ? "server" : "done";
    }
    await end({ sentAt: deps.clock.now() });
    heard("sent");
    return "done";
  }
}

async function takeReplies({ db, clock, config }: SendingDeps): Promise<Taken[]> {
  const replies = replyOutbox(db);
  const taken = await replies.take(clock.now(), TOGETHER);
  return taken.map((reply) => ({
    attempts: reply.attempts,
    refusal: null,
    write: () => addressedReply(reply, config),
    end: (how) => replies.end(reply.id, how),
    tryAgain: (dueAt) => replies.end(reply.id, { dueAt }),
  }));
}

async function takeLetters(deps: SendingDeps, { isReadHere }: Transport): Promise<Taken[]> {
  const { db, clock, config } = deps;
  const letters = emailOutbox(db);
  const emails = await claimEmails(db, clock.now(), TOGETHER);
  const choices = await letters.choicesOf(
    emails.flatMap((email) => email.letters.map(withTopic)).filter(({ topic }) => !TOPICS[topic].isAlways),
  );
  const choiceOf = (letter: StoredEmail) => choices.get(choiceKey(withTopic(letter)));

  async function end(these: readonly StoredEmail[], how: Parameters<Taken["end"]>[0]): Promise<void> {
    // Nothing is stored about an address that no longer belongs to an account.
    const [last, others] = [
      these.filter(({ kind }) => isFarewell(kind) && !isReadHere),
      these.filter(({ kind }) => !isFarewell(kind) || isReadHere),
    ];
    if (last.length > 0) await letters.forget(last.map(({ id }) => id));
    if (others.length > 0)
      await letters.end(
        others.map(({ id }) => id),
        how,
      );
  }

  const taken = emails.map(async ({ letters: together, claim }): Promise<Taken[]> => {
    const nothingSent = async () => claim && unverifiedAddressesRepository(db).release(claim.address, claim.at);
    const wanted = together.filter((letter) => reasonAgainst(letter, choiceOf(letter)) === null);
    const refused = together.flatMap((letter): Taken[] => {
      const refusal = reasonAgainst(letter, choiceOf(letter));
      const one = [letter];
      return refusal === null
        ? []
        : [
            {
              attempts: letter.attempts,
              refusal,
              write: () => addressed(one, choices, config),
              end: (how) => end(one, how),
              tryAgain: (dueAt) => letters.end([letter.id], { dueAt }),
            },
          ];
    });
    if (wanted.length === 0) {
      await nothingSent();
      return refused;
    }
    const email: Taken = {
      attempts: Math.max(...wanted.map(({ attempts }) => attempts)),
      refusal: null,
      write: () => addressed(wanted, choices, config),
      async end(how) {
        await end(wanted, how);
        if ("givenUpAt" in how) await nothingSent();
      },
      async tryAgain(dueAt) {
        await letters.end(
          wanted.map(({ id }) => id),
          { dueAt },
        );
        await nothingSent();
      },
    };
    return [...refused, email];
  });
  return (await Promise.all(taken)).flat();
}

const withTopic = ({ userId, kind }: StoredEmail) => ({ userId, topic: TOPIC_OF[kind] });

/** Tell of nothing else than that the person is kept out. */
const FOR_WHO_IS_OUT: readonly StoredEmail["kind"][] = ["account_blocked", "account_removed"];

/** What has come about since it was written. */
function reasonAgainst({ kind, status, email, amount }: StoredEmail, choice: Choice | undefined): string | null {
  if (email === null) return "the account was removed";
  // What was paid and what is given back is told to the blocked too: they can read it nowhere else.
  if (status === "blocked" && amount === null && !FOR_WHO_IS_OUT.includes(kind)) return "the account is blocked";
  return choice?.isWanted === false ? "no longer wanted" : null;
}

/** Renders letters, given oldest first, as one email. */
export function addressed(
  together: readonly StoredEmail[],
  choices: ReadonlyMap<string, Choice>,
  { publicUrl }: Pick<Config, "publicUrl">,
): Addressed {
  const newest = together.at(-1)!;
  const facts = together.map((letter) => ({
    ...letter,
    siteUrl: publicUrl,
    stopToken: choices.get(choiceKey(withTopic(letter)))?.stopToken ?? null,
    isUnproven: letter.toAddress === null && letter.emailVerifiedAt === null,
  }));
  return {
    ...(facts.length === 1 ? renderEmail(facts[0]!) : renderSummary(facts)),
    to: { name: oneLine(newest.name), address: newest.email ?? "" },
    messageId: `<${emailIdOf(together)}@${new URL(publicUrl).hostname}>`,
    date: newest.createdAt,
  };
}
