import { renderLayout } from "./email-template";
import type { Email } from "./render-email";

export interface ReplyFacts {
  name: string;
  text: string;
  message: string;
  askedAt: Date;
  siteUrl: string;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Admins stay anonymous. The sender address is not read, so the email explains how to write back. */
export function renderReply({ name, text, message, askedAt, siteUrl }: ReplyFacts): Email {
  return {
    subject: "Conquest answers your message",
    ...renderLayout({
      name,
      text: `${text}\n\nThe Conquest team`,
      facts: [],
      link: { label: "Write to us again", url: `${siteUrl}/contact_us` },
      quote: { label: `You wrote on ${dayFormat.format(askedAt)}:`, text: message },
      because:
        "You get this because a message was sent to Conquest with this address. It answers that message alone, so there is nothing to unsubscribe from. Please write to us on the contact page: what is sent to the address of this e-mail may not be read.",
      stop: [],
    }),
    headers: {},
  };
}
