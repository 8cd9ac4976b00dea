import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Deps } from "../../platform/deps";
import { throwConflict } from "../../platform/errors";
import { CATEGORY_OPTIONS } from "../../platform/email/notification-kinds";
import { emailOutbox } from "../../platform/email/email-outbox";

const ALWAYS_SENT_MESSAGES: Readonly<Partial<Record<EmailCategory, string>>> = {
  account: "E-mails about “Your account” cannot be switched off: they are about the safety of your account.",
  money: "Emails about “Money” cannot be switched off: they confirm what you paid and what you got back.",
};

export function assertCanUnsubscribe(topic: EmailCategory): void {
  if (CATEGORY_OPTIONS[topic].isAlways)
    throwConflict(
      "always_sent",
      ALWAYS_SENT_MESSAGES[topic] ?? `Emails about “${CATEGORY_OPTIONS[topic].title}” cannot be switched off.`,
    );
}

/** Returns undefined for an unknown token. Throws for a category that is always sent: older emails link to it. */
export const unsubscribe =
  ({ db }: Pick<Deps, "db">) =>
  async (token: string) => {
    const choice = await emailOutbox(db).findByToken(token);
    if (!choice) return undefined;
    assertCanUnsubscribe(choice.topic);
    await emailOutbox(db).choose(choice.userId, choice.topic, false);
    return { ...choice, isWanted: false };
  };
