import type { Mail } from "../../config";
import { no, type No } from "../contests/acts/verdict";
import type { ReplyRow } from "./replies-repository";

/** What was given up is tried again: the address may be mended, or the mail server. */
export function maySendAgain({ sentAt, givenUpAt }: Pick<ReplyRow, "sentAt" | "givenUpAt">, mail: Mail): No {
  if (sentAt) return no("sent", "This was sent already.");
  if (!givenUpAt) return no("queued", "This waits to be sent already.");
  return mail.kind === "off" ? no("emails_off", "This site sends no e-mails.") : null;
}
