import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps";
import type { LetterMetrics } from "../operation/metrics";
import { lettersOf } from "./letters-repository";
import { replyLettersOf } from "./reply-letters";
import { sendLetters } from "./send-letters";
import { openTransport } from "./transport";
import { PAUSE_MS, unprovenAddressesOf } from "./unproven-addresses";

/** How long what became of a letter can be looked up, in milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const EMAILS_OFF = "e-mails are off";

export interface Letters {
  /** Sends what is due; where the site sends none, what is due is given up. */
  send(): Promise<void>;
  forgetOld(): Promise<void>;
}

export function keepLetters(app: FastifyInstance, { db, clock, config }: Pick<Deps, "db" | "clock" | "config">, metrics: LetterMetrics): Letters {
  const transport = openTransport(config.mail, config.isProduction);
  let isOver = false;
  app.addHook("preClose", async () => void (isOver = true));
  app.addHook("onClose", async () => transport?.close());

  return {
    async send() {
      if (!transport) {
        const count = (await lettersOf(db).giveUpDue(clock.now(), EMAILS_OFF)) + (await replyLettersOf(db).giveUpDue(clock.now(), EMAILS_OFF));
        for (let nth = 0; nth < count; nth += 1) metrics.letterEnded("given up");
        return;
      }
      await sendLetters(
        { db, clock, config },
        {
          transport,
          isOver: () => isOver,
          heard: (end, because) => {
            metrics.letterEnded(end);
            if (end !== "sent") app.log.warn({ because }, end === "failed" ? "a letter could not be sent; it is tried again" : "a letter was given up");
          },
        },
      );
    },
    async forgetOld() {
      const now = clock.now().getTime();
      await lettersOf(db).forgetBefore(new Date(now - KEPT_MS));
      await unprovenAddressesOf(db).forgetBefore(new Date(now - PAUSE_MS));
    },
  };
}
