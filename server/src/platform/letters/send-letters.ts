import type { Config } from "../../config";
import type { Deps } from "../deps";
import { TOPICS, TOPIC_OF } from "./letter-topics";
import { choiceKey, lettersOf, type Choice, type StoredLetter } from "./letters-repository";
import { oneLine } from "./lay-out";
import { MOST_ATTEMPTS, pauseAfter } from "./pause-after";
import { renderLetter } from "./render-letter";
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

/**
 * Sends the letters that are due, a few at a time, until there are none. A letter is one server's at a time: it is taken before it
 * is sent and marked after it was. A server that dies in between has it sent once more, under the same Message-ID.
 */
export async function sendLetters(deps: Pick<Deps, "db" | "clock" | "config">, { transport, heard, chance = Math.random, isOver = () => false }: Sending): Promise<void> {
  const letters = lettersOf(deps.db);
  while (!isOver()) {
    const taken = await letters.take(deps.clock.now(), TOGETHER);
    if (taken.length === 0) return;
    const choices = await letters.choicesOf(taken.map(withTopic).filter(({ topic }) => !TOPICS[topic].isAlways));
    const ends = await Promise.all(taken.map((letter) => sendOne(letter, choices.get(choiceKey(withTopic(letter))))));
    // Whatever keeps this one from the mail server keeps the others too: they keep their tries for when it is back.
    if (ends.includes("server")) return;
  }

  async function sendOne(letter: StoredLetter, choice: Choice | undefined): Promise<"done" | "server"> {
    const refusal = reasonAgainst(letter, choice);
    if (refusal) {
      await end(letter, { givenUpAt: deps.clock.now(), givenUpBecause: refusal });
      heard("given up", refusal);
      return "done";
    }
    try {
      await transport.send(addressed(letter, choice, deps.config));
    } catch (error) {
      const { because, what } = error instanceof NotSent ? error : new NotSent("it could not be written", "later");
      const isLast = what === "letter" || letter.attempts >= MOST_ATTEMPTS;
      const now = deps.clock.now();
      await (isLast ? end(letter, { givenUpAt: now, givenUpBecause: because }) : letters.end(letter.id, { dueAt: new Date(now.getTime() + pauseAfter(letter.attempts, chance())) }));
      heard(isLast ? "given up" : "failed", because);
      return what === "server" ? "server" : "done";
    }
    await end(letter, { sentAt: deps.clock.now() });
    heard("sent");
    return "done";
  }

  /** Of whom nothing else is left, nothing is kept. */
  async function end({ id, kind }: StoredLetter, how: Parameters<typeof letters.end>[1]): Promise<void> {
    await (kind === "account_removed" && !transport.isReadHere ? letters.forget(id) : letters.end(id, how));
  }
}

const withTopic = ({ userId, kind }: StoredLetter) => ({ userId, topic: TOPIC_OF[kind] });

/** Tell of nothing else than that the person is kept out. */
const FOR_WHO_IS_OUT: readonly StoredLetter["kind"][] = ["account_blocked", "account_removed"];

/** What has come about since it was written. */
function reasonAgainst({ kind, status, email }: StoredLetter, choice: Choice | undefined): string | null {
  if (email === null) return "the account was removed";
  if (status === "blocked" && !FOR_WHO_IS_OUT.includes(kind)) return "the account is blocked";
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
