import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps";
import type { EmailMetrics } from "../operation/metrics";
import { emailOutbox, EMAIL_INTERVAL_MS, unverifiedAddressesRepository } from "./email-outbox";
import { EMAILS_OFF } from "./outbox";
import { invitationOutbox } from "./invitation-outbox";
import { replyOutbox } from "./reply-outbox";
import { sendEmails } from "./send-emails";
import { openTransport } from "./transport";

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export interface Mailer {
  send(): Promise<void>;
  forgetOld(): Promise<void>;
}

export function registerMailer(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  metrics: EmailMetrics,
): Mailer {
  const transport = openTransport(config.mail, config.isProduction);
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  app.addHook("onClose", async () => transport?.close());

  return {
    async send() {
      if (!transport) {
        const count =
          (await emailOutbox(db).giveUpDue(clock.now(), EMAILS_OFF)) +
          (await replyOutbox(db).giveUpDue(clock.now(), EMAILS_OFF)) +
          (await invitationOutbox(db).giveUpDue(clock.now(), EMAILS_OFF));
        for (let nth = 0; nth < count; nth += 1) metrics.emailEnded("given up");
        return;
      }
      await sendEmails(
        { db, clock, config },
        {
          transport,
          isOver: () => isClosing,
          reportOutcome: (end, because) => {
            metrics.emailEnded(end);
            if (end !== "sent")
              app.log.warn(
                { because },
                end === "failed" ? "an email could not be sent; retrying" : "an email failed for good",
              );
          },
        },
      );
    },
    async forgetOld() {
      const now = clock.now().getTime();
      await emailOutbox(db).forgetBefore(new Date(now - RETENTION_MS));
      await invitationOutbox(db).forgetBefore(new Date(now - RETENTION_MS));
      await unverifiedAddressesRepository(db).forgetBefore(new Date(now - EMAIL_INTERVAL_MS));
    },
  };
}
