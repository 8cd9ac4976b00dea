import type { Config } from "../../config/config";
import type { Deps } from "../deps";
import { CATEGORY_OPTIONS, CATEGORY_OF, isFarewell } from "./email-categories";
import { choiceKey, emailOutbox, type Choice, type StoredEmail } from "./email-outbox";
import { emailIdOf } from "./combine-emails";
import { oneLine } from "./email-template";
import { MAX_ATTEMPTS, backoffDelay } from "./retry-backoff";
import { renderEmail } from "./render-email";
import { renderSummary } from "./render-summary";
import { addressedReply, replyOutbox } from "./reply-outbox";
import { claimEmails } from "./claim-emails";
import { EmailNotSentError, MAX_CONCURRENT_EMAILS, type AddressedEmail, type Transport } from "./transport";
import { unverifiedAddressesRepository } from "./unverified-addresses";

export type EmailOutcome = "sent" | "failed" | "given up";

interface SendOptions {
  transport: Transport;
  reportOutcome: (end: EmailOutcome, because?: string) => void;
  chance?: () => number;
  isOver?: () => boolean;
}

interface LeasedEmail {
  attempts: number;
  refusal: string | null;
  write: () => AddressedEmail;
  end: (how: { sentAt: Date } | { givenUpAt: Date; givenUpBecause: string }) => PromiseLike<unknown>;
  tryAgain: (dueAt: Date) => PromiseLike<unknown>;
}

type SendingDeps = Pick<Deps, "db" | "clock" | "config">;

/**
 * Sends due emails in batches, replies to contact messages first. After a crash an email is sent again with the same
 * Message-ID.
 */
export async function sendEmails(
  deps: SendingDeps,
  { transport, reportOutcome: onOutcome, chance = Math.random, isOver = () => false }: SendOptions,
): Promise<void> {
  for (const take of [() => leaseReplies(deps), () => leaseEmails(deps, transport)]) {
    while (!isOver()) {
      const leased = await take();
      if (leased.length === 0) break;
      const ends = await Promise.all(leased.map(sendOne));
      // The mail server rejects all emails at the moment: the others keep their attempts for later.
      if (ends.includes("server")) return;
    }
  }

  async function sendOne({ attempts, refusal, write, end, tryAgain }: LeasedEmail): Promise<"done" | "server"> {
    if (refusal) {
      await end({ givenUpAt: deps.clock.now(), givenUpBecause: refusal });
      onOutcome("given up", refusal);
      return "done";
    }
    try {
      await transport.send(write());
    } catch (error) {
      const { because, what } =
        error instanceof EmailNotSentError ? error : new EmailNotSentError("it could not be written", "later");
      const isLast = what === "letter" || attempts >= MAX_ATTEMPTS;
      const now = deps.clock.now();
      await (isLast
        ? end({ givenUpAt: now, givenUpBecause: because })
        : tryAgain(new Date(now.getTime() + backoffDelay(attempts, chance()))));
      onOutcome(isLast ? "given up" : "failed", because);
      return what === "server" ? "server" : "done";
    }
    await end({ sentAt: deps.clock.now() });
    onOutcome("sent");
    return "done";
  }
}

async function leaseReplies({ db, clock, config }: SendingDeps): Promise<LeasedEmail[]> {
  const replies = replyOutbox(db);
  const leased = await replies.take(clock.now(), MAX_CONCURRENT_EMAILS);
  return leased.map((reply) => ({
    attempts: reply.attempts,
    refusal: null,
    write: () => addressedReply(reply, config),
    end: (how) => replies.end(reply.id, how),
    tryAgain: (dueAt) => replies.end(reply.id, { dueAt }),
  }));
}

async function leaseEmails(deps: SendingDeps, { isMailbox }: Transport): Promise<LeasedEmail[]> {
  const { db, clock, config } = deps;
  const letters = emailOutbox(db);
  const emails = await claimEmails(db, clock.now(), MAX_CONCURRENT_EMAILS);
  const choices = await letters.choicesOf(
    emails.flatMap((email) => email.letters.map(withTopic)).filter(({ topic }) => !CATEGORY_OPTIONS[topic].isAlways),
  );
  const choiceOf = (row: StoredEmail) => choices.get(choiceKey(withTopic(row)));

  async function end(rows: readonly StoredEmail[], how: Parameters<LeasedEmail["end"]>[0]): Promise<void> {
    // Nothing is stored about an address that no longer belongs to an account.
    const [last, others] = [
      rows.filter(({ kind }) => isFarewell(kind) && !isMailbox),
      rows.filter(({ kind }) => !isFarewell(kind) || isMailbox),
    ];
    if (last.length > 0) await letters.forget(last.map(({ id }) => id));
    if (others.length > 0)
      await letters.end(
        others.map(({ id }) => id),
        how,
      );
  }

  const leased = emails.map(async ({ letters: group, claim }): Promise<LeasedEmail[]> => {
    const releaseClaim = async () => claim && unverifiedAddressesRepository(db).release(claim.address, claim.at);
    const wanted = group.filter((row) => reasonNotToSend(row, choiceOf(row)) === null);
    const rejected = group.flatMap((row): LeasedEmail[] => {
      const refusal = reasonNotToSend(row, choiceOf(row));
      const one = [row];
      return refusal === null
        ? []
        : [
            {
              attempts: row.attempts,
              refusal,
              write: () => renderAddressed(one, choices, config),
              end: (how) => end(one, how),
              tryAgain: (dueAt) => letters.end([row.id], { dueAt }),
            },
          ];
    });
    if (wanted.length === 0) {
      await releaseClaim();
      return rejected;
    }
    const email: LeasedEmail = {
      attempts: Math.max(...wanted.map(({ attempts }) => attempts)),
      refusal: null,
      write: () => renderAddressed(wanted, choices, config),
      async end(how) {
        await end(wanted, how);
        if ("givenUpAt" in how) await releaseClaim();
      },
      async tryAgain(dueAt) {
        await letters.end(
          wanted.map(({ id }) => id),
          { dueAt },
        );
        await releaseClaim();
      },
    };
    return [...rejected, email];
  });
  return (await Promise.all(leased)).flat();
}

const withTopic = ({ userId, kind }: StoredEmail) => ({ userId, topic: CATEGORY_OF[kind] });

const SENT_TO_EXCLUDED: readonly StoredEmail["kind"][] = ["account_blocked", "account_removed"];

function reasonNotToSend({ kind, status, email, amount }: StoredEmail, choice: Choice | undefined): string | null {
  if (email === null) return "the account was removed";
  // Blocked users are emailed about payments and refunds, which they can read nowhere else.
  if (status === "blocked" && amount === null && !SENT_TO_EXCLUDED.includes(kind)) return "the account is blocked";
  return choice?.isWanted === false ? "no longer wanted" : null;
}

export function renderAddressed(
  group: readonly StoredEmail[],
  choices: ReadonlyMap<string, Choice>,
  { publicUrl }: Pick<Config, "publicUrl">,
): AddressedEmail {
  const newest = group.at(-1)!;
  const facts = group.map((row) => ({
    ...row,
    siteUrl: publicUrl,
    stopToken: choices.get(choiceKey(withTopic(row)))?.stopToken ?? null,
    isUnverified: row.toAddress === null && row.emailVerifiedAt === null,
  }));
  return {
    ...(facts.length === 1 ? renderEmail(facts[0]!) : renderSummary(facts)),
    to: { name: oneLine(newest.name), address: newest.email ?? "" },
    messageId: `<${emailIdOf(group)}@${new URL(publicUrl).hostname}>`,
    date: newest.createdAt,
  };
}
