import { createTransport } from "nodemailer";
import type { Mail } from "../../config/config";
import { withTimeout } from "../concurrency/with-timeout";
import type { Email } from "./render-email";

export interface Addressed extends Email {
  to: { name: string; address: string };
  /** The same for each time that it is tried, so that one which came twice is seen to be one. */
  messageId: string;
  date: Date;
}

/** What brings letters to people. */
export interface Transport {
  /** Resolves once somebody else has taken it over; fails with a {@link NotSent}. */
  send(letter: Addressed): Promise<void>;
  close(): void;
  /** Nothing goes out: people read what lies in the database. */
  isReadHere?: boolean;
}

export class NotSent extends Error {
  override name = "NotSent";
  constructor(
    /** A few words, without addresses. */
    readonly because: string,
    /** `letter`: another try would come to the same; `later`: it may come through; `server`: no other would come through now. */
    readonly what: "letter" | "later" | "server",
  ) {
    super(because);
  }
}

/** How many go out at once, and over how many connections. */
export const TOGETHER = 5;

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** How long a server for e-mail may take for one letter, in milliseconds. */
const PATIENCE = 60_000;

/** Undefined where the site sends none. */
export function openTransport(mail: Mail, isProduction: boolean): Transport | undefined {
  if (mail.kind === "off") return undefined;
  // It lies in the database, and the page reads it there.
  if (mail.kind === "mailbox") return { send: async () => undefined, close: () => undefined, isReadHere: true };
  const { protocol, hostname } = new URL(mail.url);
  const mailer = createTransport(
    {
      url: mail.url,
      pool: true,
      maxConnections: TOGETHER,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Otherwise whoever is on the way could have it go on in the clear, with the password.
      requireTLS: isProduction && protocol === "smtp:" && !LOOPBACK.test(hostname),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: mail.from },
  );
  return {
    async send({ to, subject, text, html, headers, messageId, date }) {
      const sending = mailer.sendMail({ to, subject, text, html, headers: { ...headers }, messageId, date });
      // Given up here it may still arrive, and then comes again: better than a letter that nobody gets.
      sending.catch(() => undefined);
      await withTimeout(sending, PATIENCE, "The mail server").catch((error: unknown) => {
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

/** Its message would quote the address. */
function notSent({ code = "no answer", responseCode }: Partial<SmtpError>): NotSent {
  const because = responseCode === undefined ? code : `${code} ${responseCode}`;
  const isAboutLetter = code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutLetter) return new NotSent(because, "server");
  return new NotSent(because, responseCode !== undefined && responseCode >= 500 ? "letter" : "later");
}
