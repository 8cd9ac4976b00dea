import { message, type Message, type Text } from "@conquest/shared/contracts/text/message";
import { translate } from "../../../platform/text/translate";
import { REFUND_DAYS } from "./lifecycle-schedule";

/** Reasons that the site itself gives. Contests and the audit log store them in English. */
export const SITE_REASONS = {
  noParticipants: message("No one joined."),
  noEntry: message("No one submitted an entry before the deadline."),
  noEntryLeft: message("No eligible entry is left."),
  noWinner: message("No winner was picked within {days} days after the deadline.", { days: REFUND_DAYS }),
  noneCouldWin: message("No entry could win because everyone who submitted was blocked or removed."),
  creatorLeft: message("Its creator deleted their account"),
  creatorRemoved: message("Its creator’s account was removed"),
  left: message("They deleted their account"),
  removed: message("Their account was removed"),
  adminBySettings: message("The site's settings list this address as an admin."),
  adminByOperator: message("By the server's operator."),
} satisfies Record<string, Message>;

const BY_TEXT = new Map(Object.values(SITE_REASONS).map((reason) => [translate("en", reason), reason]));

/** Returns a stored reason as a message if the site gave it, and as it is if a person did. */
export const storedReason = (text: string): Text => BY_TEXT.get(text) ?? text;
