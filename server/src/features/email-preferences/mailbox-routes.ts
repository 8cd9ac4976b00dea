import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "../../config/config";
import { renderLayout, type EmailLayout } from "../../platform/email/email-template";
import type { Deps } from "../../platform/deps";
import { CATEGORY_OPTIONS, NOTIFICATION_KINDS } from "../../platform/email/notification-kinds";
import {
  combineEmails,
  emailIdOf,
  emailOutbox,
  type Choice,
  type StoredEmail,
} from "../../platform/email/email-outbox";
import { addressedInvitation, invitationOutbox } from "../../platform/email/invitation-outbox";
import { addressedReply, replyOutbox, type StoredReply } from "../../platform/email/reply-outbox";
import { renderAddressed } from "../../platform/email/send-emails";
import type { AddressedEmail } from "../../platform/email/transport";
import { emailPage, mailboxPage, missingPage, type MailboxEmail } from "./mailbox-page";

/** An email that the identity service would send itself; the emulator only stores its code. */
interface IdentityEmail extends EmailLayout {
  code: string;
  to: string;
  subject: string;
}

interface OutOfBandCode {
  email?: string;
  newEmail?: string;
  oobCode: string;
  requestType: string;
}

const KINDS: Readonly<Record<string, { mode: string; subject: string; text: string; label: string }>> = {
  PASSWORD_RESET: {
    mode: "resetPassword",
    subject: "Reset your password",
    text: "Someone asked to reset the password for this email address. If it wasn't you, ignore this email.",
    label: "Choose a new password",
  },
  VERIFY_EMAIL: {
    mode: "verifyEmail",
    subject: "Verify your email address",
    text: "Open the link to verify that this email address is yours. If you don't have an account on Conquest, ignore this email.",
    label: "Verify your email",
  },
  VERIFY_AND_CHANGE_EMAIL: {
    mode: "verifyAndChangeEmail",
    subject: "Confirm your new email address",
    text: "Confirm this address to start using it for your Conquest account.",
    label: "Confirm the new address",
  },
  RECOVER_EMAIL: {
    mode: "recoverEmail",
    subject: "Your email address was changed",
    text: "Your account's email address was changed. If this wasn't you, restore your old address now.",
    label: "Restore old address",
  },
};

/** A local emulator responds immediately or not at all. */
const EMULATOR_TIMEOUT_MS = 2_000;

/** Returns the newest first, or null if the emulator does not respond. */
async function readIdentityEmails({
  identity: { emulatorHost, projectId },
  publicUrl,
}: Pick<Config, "identity" | "publicUrl">): Promise<IdentityEmail[] | null> {
  try {
    const response = await fetch(`http://${emulatorHost}/emulator/v1/projects/${projectId}/oobCodes`, {
      signal: AbortSignal.timeout(EMULATOR_TIMEOUT_MS),
    });
    const { oobCodes = [] } = (await response.json()) as { oobCodes?: OutOfBandCode[] };
    return oobCodes.flatMap((code) => toEmail(code, publicUrl)).reverse();
  } catch {
    return null;
  }
}

function toEmail({ email = "", newEmail, oobCode, requestType }: OutOfBandCode, publicUrl: string): IdentityEmail[] {
  const kind = KINDS[requestType];
  if (!kind) return [];
  const { mode, subject, text, label } = kind;
  const url = `${publicUrl}/account_action?${new URLSearchParams({ mode, oobCode }).toString()}`;
  return [
    {
      code: oobCode,
      to: mode === "verifyAndChangeEmail" ? (newEmail ?? email) : email,
      subject,
      ...renderLayout({
        language: "en",
        subject,
        name: "",
        text,
        facts: [],
        link: { label, url },
        because:
          "You're getting this email because someone requested it for this address. Sign-in emails can't be turned off.",
        stop: [],
      }),
    },
  ];
}

const MAX_EMAILS = 200;

const IDENTITY_PREFIX = "identity-";

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Emails contain user input: even when opened directly, they run no scripts, load nothing and have no origin. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

const MAX_OUTBOX_ROWS = 2000;

const NO_CHOICES: ReadonlyMap<string, Choice> = new Map();

const timeFormat = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

type StoredState = Pick<
  StoredEmail | StoredReply,
  "id" | "createdAt" | "dueAt" | "attempts" | "sentAt" | "givenUpAt" | "givenUpBecause"
>;

interface ViewedEmail extends MailboxEmail {
  html: string;
}

interface ViewedSiteEmail extends ViewedEmail {
  at: Date;
}

/** Registered only with the identity emulator, which sends no emails: anyone can read all emails here. */
export function mailboxRoutes(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">): void {
  if (config.isProduction || !config.identity.emulatorHost) return;
  const outbox = emailOutbox(db);
  const replies = replyOutbox(db);
  const invitations = invitationOutbox(db);

  app.get<{ Querystring: { to?: unknown } }>("/mailbox", async ({ query }, reply) => {
    // Sends what is due now instead of waiting for the scheduled run.
    await app.mailer.send();
    const to =
      typeof query.to === "string" && !query.to.includes("\u0000")
        ? query.to.normalize("NFC").trim().toLowerCase()
        : "";
    const recipient = to === "" ? undefined : to;
    const [notificationEmails, replyEmails, invitationEmails] = [
      combineEmails(await outbox.list(MAX_OUTBOX_ROWS, recipient)),
      await replies.list(MAX_EMAILS, recipient),
      await invitations.list(MAX_EMAILS, recipient),
    ];
    const ofIdentity = await readIdentityEmails(config);
    const siteEmails = [
      ...notificationEmails.map((rows) => renderRows(rows, NO_CHOICES)),
      ...replyEmails.map(renderReply),
      ...invitationEmails.map((invitation) => toViewedEmail(invitation, addressedInvitation(invitation, config))),
    ]
      .sort((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, MAX_EMAILS);
    const recipients = [...new Set([...siteEmails, ...(ofIdentity ?? [])].map((email) => email.to))].sort();
    const identityEmails = ofIdentity && ofIdentity.map(fromEmulator).filter((email) => to === "" || email.to === to);
    return sendPage(
      reply,
      mailboxPage({ emails: siteEmails, ofIdentity: identityEmails, to, recipients, most: MAX_EMAILS }),
    );
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id", async ({ params }, reply) => {
    const email = await findEmail(params.id);
    return email ? sendPage(reply, emailPage(email)) : sendPage(reply.code(404), missingPage());
  });

  app.get<{ Params: { id: string } }>("/mailbox/:id/body", async ({ params }, reply) => {
    const email = await findEmail(params.id);
    if (!email) return sendPage(reply.code(404), missingPage());
    // The sandbox gives the document no origin, so browsers would warn about this header.
    reply.removeHeader("origin-agent-cluster");
    return sendPage(reply, email.html.replace("<head>", '<head><base target="_top">'), EMAIL_POLICY);
  });

  async function findEmail(id: string): Promise<ViewedEmail | undefined> {
    if (id.includes("\u0000")) return undefined;
    if (id.startsWith(IDENTITY_PREFIX))
      return (await readIdentityEmails(config))?.map(fromEmulator).find((email) => email.id === id);
    const rows = combineEmails(await outbox.listSameEmail(id)).find((email) => email.some((row) => row.id === id));
    if (rows) return renderStored(rows);
    const reply = await replies.find(id);
    if (reply) return renderReply(reply);
    const invitation = await invitations.find(id);
    return invitation && toViewedEmail(invitation, addressedInvitation(invitation, config));
  }

  async function renderStored(rows: readonly StoredEmail[]): Promise<ViewedSiteEmail> {
    const stoppable = rows
      .map(({ userId, kind }) => ({ userId, topic: NOTIFICATION_KINDS[kind].category }))
      .filter(({ topic }) => !CATEGORY_OPTIONS[topic].isAlways);
    return renderRows(rows, await outbox.choicesOf(stoppable));
  }

  /** Renders the email as it is sent: without rows that were given up, unless all were. */
  function renderRows(all: readonly StoredEmail[], choices: ReadonlyMap<string, Choice>): ViewedSiteEmail {
    const active = all.filter(({ givenUpAt }) => givenUpAt === null);
    const rows = active.length > 0 ? active : all;
    return toViewedEmail({ ...rows.at(-1)!, id: emailIdOf(all) }, renderAddressed(rows, choices, config));
  }

  function renderReply(reply: StoredReply): ViewedSiteEmail {
    return toViewedEmail(reply, addressedReply(reply, config));
  }
}

const toViewedEmail = (stored: StoredState, { to, subject, text, html }: AddressedEmail): ViewedSiteEmail => ({
  id: stored.id,
  to: to.address,
  subject,
  at: stored.createdAt,
  state: stateOf(stored),
  text,
  html,
});

const fromEmulator = ({ code, ...email }: IdentityEmail): ViewedEmail => ({
  ...email,
  id: `${IDENTITY_PREFIX}${code}`,
  at: null,
  state: "Link not used yet",
});

function stateOf({ sentAt, givenUpAt, givenUpBecause, attempts, dueAt }: StoredState): string {
  if (sentAt) return "Sent";
  if (givenUpAt) return `Failed: ${givenUpBecause ?? ""}`;
  if (attempts === 0) return `Queued until ${timeFormat.format(dueAt)} UTC`;
  return attempts === 1 ? "Queued after 1 attempt" : `Queued after ${attempts} attempts`;
}

const sendPage = (reply: FastifyReply, html: string, policy = PAGE_POLICY) =>
  reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
