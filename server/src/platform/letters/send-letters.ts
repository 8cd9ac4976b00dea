import type { Config } from "../../config";
import type { Deps } from "../deps";
import { TOPICS, TOPIC_OF, isLastWord } from "./letter-topics";
import { choiceKey, lettersOf, type Choice, type StoredLetter } from "./letters-repository";
import { oneLine } from "./lay-out";
import { MOST_ATTEMPTS, pauseAfter } from "./pause-after";
import { renderLetter } from "./render-letter";
import { addressedReply, replyLettersOf } from "./reply-letters";
import { NotSent, TOGETHER, type Addressed, type Transport } from "./transport";

export type LetterEnd = "sent" | "failed" | "given up";

interface Sending {
  transport: Transport;
  /** Hears of each letter how it ended, and of what failed why. */
  heard: (end: LetterEnd, because?: string) => void;
  /** Between 0 and 1. */
  chance?: () => number;
  /** Where it says so no more are begun. */
  isOver?: () => boolean;
}

/** A letter that was taken, whatever it is about. */
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
 * Sends the letters that are due, a few at a time, until there are none: answers to messages first, since somebody waits for
 * them and they are few. A letter is one server's at a time: it is taken before it is sent and marked after it was. A server
 * that dies in between has it sent once more, under the same Message-ID.
 */
export async function sendLetters(deps: SendingDeps, { transport, heard, chance = Math.random, isOver = () => false }: Sending): Promise<void> {
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
      const isLast = what === "letter" || attempts >= MOST_ATTEMPTS;
      const now = deps.clock.now();
      await (isLast ? end({ givenUpAt: now, givenUpBecause: because }) : tryAgain(new Date(now.getTime() + pauseAfter(attempts, chance()))));
      heard(isLast ? "given up" : "failed", because);
      return what === "server" ? "server" : "done";
    }
    await end({ sentAt: deps.clock.now() });
    heard("sent");
    return "done";
  }
}

async function takeReplies({ db, clock, config }: SendingDeps): Promise<Taken[]> {
  const replies = replyLettersOf(db);
  const taken = await replies.take(clock.now(), TOGETHER);
  return taken.map((reply) => ({
    attempts: reply.attempts,
    refusal: null,
    write: () => addressedReply(reply, config),
    end: (how) => replies.end(reply.id, how),
    tryAgain: (dueAt) => replies.end(reply.id, { dueAt }),
  }));
}

async function takeLetters({ db, clock, config }: SendingDeps, { isReadHere }: Transport): Promise<Taken[]> {
  const letters = lettersOf(db);
  const taken = await letters.take(clock.now(), TOGETHER);
  const choices = await letters.choicesOf(taken.map(withTopic).filter(({ topic }) => !TOPICS[topic].isAlways));
  return taken.map((letter) => {
    const choice = choices.get(choiceKey(withTopic(letter)));
    return {
      attempts: letter.attempts,
      refusal: reasonAgainst(letter, choice),
      write: () => addressed(letter, choice, config),
      // Of whom nothing else is left, nothing is kept.
      end: (how) => (isLastWord(letter.kind) && !isReadHere ? letters.forget(letter.id) : letters.end(letter.id, how)),
      tryAgain: (dueAt) => letters.end(letter.id, { dueAt }),
    };
  });
}

const withTopic = ({ userId, kind }: StoredLetter) => ({ userId, topic: TOPIC_OF[kind] });

/** Tell of nothing else than that the person is kept out. */
const FOR_WHO_IS_OUT: readonly StoredLetter["kind"][] = ["account_blocked", "account_removed"];

/** What has come about since it was written. */
function reasonAgainst({ kind, status, email, amount }: StoredLetter, choice: Choice | undefined): string | null {
  if (email === null) return "the account was removed";
  // What was paid and what is given back is told to the blocked too: they can read it nowhere else.
  if (status === "blocked" && amount === null && !FOR_WHO_IS_OUT.includes(kind)) return "the account is blocked";
  return choice?.isWanted === false ? "no longer wanted" : null;
}

/** The letter as it goes out. */
export function addressed(letter: StoredLetter, choice: Choice | undefined, { publicUrl }: Pick<Config, "publicUrl">): Addressed {
  return {
    ...renderLetter({ ...letter, siteUrl: publicUrl, stopToken: choice?.stopToken ?? null }),
    to: { name: oneLine(letter.name), address: letter.email ?? "" },
    messageId: `<${letter.id}@${new URL(publicUrl).hostname}>`,
    date: letter.createdAt,
  };
}
