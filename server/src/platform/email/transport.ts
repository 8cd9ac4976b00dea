import { createTransport } from "nodemailer";
import type { Mail } from "../../config/config";
import { withTimeout } from "../concurrency/with-timeout";
import type { Email } from "./render-email";

export interface AddressedEmail extends Email {
  to: { name: string; address: string };
  /** The same for every attempt, so that duplicates can be recognized. */
  messageId: string;
  date: Date;
}

export interface Transport {
  /** Resolves once the mail server has accepted the email; rejects with {@link EmailNotSentError}. */
  send(email: AddressedEmail): Promise<void>;
  close(): void;
  isMailbox?: boolean;
}

export class EmailNotSentError extends Error {
  override name = "NotSent";
  constructor(
    readonly because: string,
    /** `email`: a retry would fail too; `later`: it may succeed; `server`: other emails would fail now too. */
    readonly what: "email" | "later" | "server",
  ) {
    super(because);
  }
}

export const MAX_CONCURRENT_EMAILS = 5;

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const SEND_TIMEOUT_MS = 60_000;

/** The mail library replaces these with spaces, which makes another address. */
const REPLACED_CHARACTERS = /[<>\p{Cc}]/u;

export function openTransport(mail: Mail, isProduction: boolean): Transport | undefined {
  if (mail.kind === "off") return undefined;
  if (mail.kind === "mailbox") return { send: async () => undefined, close: () => undefined, isMailbox: true };
  const { protocol, hostname } = new URL(mail.url);
  const mailer = createTransport(
    {
      url: mail.url,
      pool: true,
      maxConnections: MAX_CONCURRENT_EMAILS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Otherwise a man in the middle could prevent TLS and read the password.
      requireTLS: isProduction && protocol === "smtp:" && !LOOPBACK.test(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: mail.from },
  );
  return {
    async send({ to, subject, text, html, headers, messageId, date }) {
      if (REPLACED_CHARACTERS.test(to.address)) throw new EmailNotSentError("address", "email");
      const sent = mailer.sendMail({ to, subject, text, html, headers: { ...headers }, messageId, date });
      // An email that timed out here may still arrive, and is then sent again: better twice than never.
      sent.catch(() => undefined);
      await withTimeout(sent, SEND_TIMEOUT_MS, "The mail server").catch((error: unknown) => {
        throw notSent(error as Partial<SmtpError>);
      });
    },
    close: () => mailer.close(),
  };
}

interface SmtpError extends Error {
  code: string;
  responseCode: number;
}

/** The error's own message is not used, because it would quote the address. */
function notSent({ code = "no answer", responseCode }: Partial<SmtpError>): EmailNotSentError {
  const because = responseCode === undefined ? code : `${code} ${responseCode}`;
  const isAboutEmail = code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutEmail) return new EmailNotSentError(because, "server");
  return new EmailNotSentError(because, responseCode !== undefined && responseCode >= 500 ? "email" : "later");
}
