import type { Mail } from "../../config/config";
import { deny, type Denial } from "../../platform/policy";
import type { ReplyRow } from "./replies-repository";

/** A reply that was given up can be resent: the address or the mail server may work again. */
export function canResend({ sentAt, givenUpAt }: Pick<ReplyRow, "sentAt" | "givenUpAt">, mail: Mail): Denial {
  if (sentAt) return deny("sent", "This was sent already.");
  if (!givenUpAt) return deny("queued", "This waits to be sent already.");
  return mail.kind === "off" ? deny("emails_off", "This site sends no e-mails.") : null;
}
