import type { Mail } from "../../config/config";
import { deny, type Denial } from "../contests/policies/policy";
import type { ReplyRow } from "./replies-repository";

/** What was given up is tried again: the address may be mended, or the mail server. */
export function canResend({ sentAt, givenUpAt }: Pick<ReplyRow, "sentAt" | "givenUpAt">, mail: Mail): Denial {
  if (sentAt) return deny("sent", "This was sent already.");
  if (!givenUpAt) return deny("queued", "This waits to be sent already.");
  return mail.kind === "off" ? deny("emails_off", "This site sends no e-mails.") : null;
}
