import type { Config } from "../../config/config";
import type { Deps } from "../deps";
import {
  choiceKey,
  claimEmails,
  emailIdOf,
  emailOutbox,
  idsOf,
  type Choice,
  type StoredEmail,
  unverifiedAddressesRepository,
} from "./email-outbox";
import { oneLine } from "./email-template";
import { CATEGORY_OPTIONS, NOTIFICATION_KINDS } from "./notification-kinds";
import { MAX_ATTEMPTS, backoffDelay, type Outcome } from "./outbox";
import { renderEmail, renderSummary } from "./render-email";
import { addressedInvitation, invitationOutbox } from "./invitation-outbox";
import { addressedReply, replyOutbox } from "./reply-outbox";
import { offeredLanguage, readWords } from "../wording";
import { EmailNotSentError, MAX_CONCURRENT_EMAILS, type AddressedEmail, type Transport } from "./transport";

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
  render: () => AddressedEmail;
  end: (outcome: Outcome) => PromiseLike<unknown>;
}

type SendingDeps = Pick<Deps, "db" | "clock" | "config">;

/** Sends replies to contact messages first. After a crash an email is sent again with the same Message-ID. */
export async function sendEmails(
  deps: SendingDeps,
  { transport, reportOutcome: onOutcome, chance = Math.random, isOver = () => false }: SendOptions,
): Promise<void> {
  for (const claim of [
    () => claimReplies(deps),
    () => claimNotificationEmails(deps, transport),
    () => claimInvitations(deps, transport),
  ]) {
    while (!isOver()) {
      const leased = await claim();
      if (leased.length === 0) break;
      const ends = await Promise.all(leased.map(sendOne));
      // The mail server rejects all emails at the moment: the others keep their attempts for later.
      if (ends.includes("server")) return;
    }
  }

  async function sendOne({ attempts, refusal, render, end }: LeasedEmail): Promise<"done" | "server"> {
    if (refusal) {
      await end({ givenUpAt: deps.clock.now(), givenUpBecause: refusal });
      onOutcome("given up", refusal);
      return "done";
    }
    try {
      await transport.send(render());
    } catch (error) {
      const { because, what } =
        error instanceof EmailNotSentError ? error : new EmailNotSentError("it could not be written", "later");
      const isLast = what === "email" || attempts >= MAX_ATTEMPTS;
      const now = deps.clock.now();
      await end(
        isLast
          ? { givenUpAt: now, givenUpBecause: because }
          : { dueAt: new Date(now.getTime() + backoffDelay(attempts, chance())) },
      );
      onOutcome(isLast ? "given up" : "failed", because);
      return what === "server" ? "server" : "done";
    }
    await end({ sentAt: deps.clock.now() });
    onOutcome("sent");
    return "done";
  }
}

async function claimReplies({ db, clock, config }: SendingDeps): Promise<LeasedEmail[]> {
  const replies = replyOutbox(db);
  const claimed = await replies.claim(clock.now(), MAX_CONCURRENT_EMAILS);
  return claimed.map((reply) => ({
    attempts: reply.attempts,
    refusal: null,
    render: () => addressedReply(reply, config),
    end: (outcome) => replies.end([reply.id], outcome),
  }));
}

async function claimInvitations(
  { db, clock, config }: SendingDeps,
  { isMailbox = false }: Transport,
): Promise<LeasedEmail[]> {
  const outbox = invitationOutbox(db);
  const claimed = await outbox.claim(clock.now(), MAX_CONCURRENT_EMAILS);
  return claimed.map((invitation) => ({
    attempts: invitation.attempts,
    refusal: invitation.email === null || invitation.isRefused ? "no longer wanted" : null,
    render: () => addressedInvitation(invitation, config),
    async end(outcome) {
      await outbox.end([invitation.id], outcome);
      if (!isMailbox && !("dueAt" in outcome)) await outbox.forgetAddress(invitation.id);
    },
  }));
}

async function claimNotificationEmails({ db, clock, config }: SendingDeps, { isMailbox = false }: Transport) {
  const outbox = emailOutbox(db);
  const emails = await claimEmails(db, clock.now(), MAX_CONCURRENT_EMAILS);
  const choices = await outbox.choicesOf(
    emails.flatMap((email) => email.rows.map(withTopic)).filter(({ topic }) => !CATEGORY_OPTIONS[topic].isAlways),
  );
  const refusalOf = (row: StoredEmail) => reasonNotToSend(row, choices.get(choiceKey(withTopic(row))));

  const end = (rows: readonly StoredEmail[], outcome: Outcome): Promise<void> =>
    db.transaction(async (tx) => {
      await emailOutbox(tx).end(idsOf(rows), outcome);
      // In this order: an account may have been deleted since its email was claimed.
      if (!isMailbox && !("dueAt" in outcome)) await emailOutbox(tx).forgetAddressed(idsOf(rows));
    });

  const toLeased = (rows: readonly StoredEmail[], refusal: string | null): LeasedEmail => ({
    attempts: Math.max(...rows.map(({ attempts }) => attempts)),
    refusal,
    render: () => renderAddressed(rows, choices, config),
    end: (outcome) => end(rows, outcome),
  });

  const leased = emails.map(async ({ rows, claim }): Promise<LeasedEmail[]> => {
    const releaseClaim = async () => claim && unverifiedAddressesRepository(db).release(claim.key, claim.at);
    const wanted = rows.filter((row) => refusalOf(row) === null);
    const refused = rows.filter((row) => !wanted.includes(row)).map((row) => toLeased([row], refusalOf(row)));
    if (wanted.length === 0) {
      await releaseClaim();
      return refused;
    }
    const email = toLeased(wanted, null);
    return [
      ...refused,
      {
        ...email,
        async end(outcome) {
          await email.end(outcome);
          if (!("sentAt" in outcome)) await releaseClaim();
        },
      },
    ];
  });
  return (await Promise.all(leased)).flat();
}

const withTopic = ({ userId, kind }: StoredEmail) => ({ userId, topic: NOTIFICATION_KINDS[kind].category });

const SENT_TO_EXCLUDED: readonly StoredEmail["kind"][] = ["account_blocked", "account_removed", "account_deleted"];

function reasonNotToSend({ kind, status, email, amount }: StoredEmail, choice: Choice | undefined): string | null {
  if (email === null) return "the account was removed";
  // Blocked users are emailed about payments and refunds, which they can read nowhere else.
  if (status === "blocked" && amount === null && !SENT_TO_EXCLUDED.includes(kind)) return "the account is blocked";
  return choice?.isWanted === false ? "no longer wanted" : null;
}

export function renderAddressed(
  group: readonly StoredEmail[],
  choices: ReadonlyMap<string, Choice>,
  { publicUrl, languages }: Pick<Config, "publicUrl" | "languages">,
): AddressedEmail {
  const newest = group.at(-1)!;
  const language = offeredLanguage(newest.language, languages);
  const facts = group.map((row) => ({
    ...row,
    ...readWords(row, language, row.timeZone),
    language,
    siteUrl: publicUrl,
    stopToken: choices.get(choiceKey(withTopic(row)))?.stopToken ?? null,
    isUnverified: row.toAddress === null && row.emailVerifiedAt === null,
    hasAccount: row.toAddress === null,
  }));
  return {
    ...(facts.length === 1 ? renderEmail(facts[0]!) : renderSummary(facts)),
    to: { name: oneLine(newest.name), address: newest.email ?? "" },
    messageId: `<${emailIdOf(group)}@${new URL(publicUrl).hostname}>`,
    date: newest.createdAt,
  };
}
