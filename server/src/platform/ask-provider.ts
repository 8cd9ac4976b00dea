import type { FastifyBaseLogger } from "fastify";
import { unavailable } from "./errors";

/** Whoever signs in waits for the provider: this long, in milliseconds. */
const PATIENCE = 4_000;

const AWAY = "Signing in does not work right now, because the identity provider does not answer. Please try again in a moment.";

/** What the identity provider answers; a refusal (503) when it cannot be asked, or takes longer than anybody waits. */
export async function askProvider<T>(asking: Promise<T>, log: FastifyBaseLogger, patience = PATIENCE): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The identity provider did not answer within ${patience} ms.`)), patience);
  });
  try {
    return await Promise.race([asking, late]);
  } catch (error) {
    log.error({ err: error }, "the identity provider cannot be asked");
    return unavailable("identity_unavailable", AWAY);
  } finally {
    clearTimeout(timer);
  }
}
