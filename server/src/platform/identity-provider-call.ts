import type { FastifyBaseLogger } from "fastify";
import { unavailable } from "./errors";
import { withTimeout } from "./concurrency/with-timeout";

/** Whoever signs in waits for the provider: this long, in milliseconds. */
const PATIENCE = 4_000;

const AWAY =
  "Signing in does not work right now, because the identity provider does not answer. Please try again in a moment.";

/** What the identity provider answers; a refusal (503) when it cannot be asked, or takes longer than anybody waits. */
export async function callIdentityProvider<T>(
  asking: Promise<T>,
  log: FastifyBaseLogger,
  patience = PATIENCE,
): Promise<T> {
  try {
    return await withTimeout(asking, patience, "The identity provider");
  } catch (error) {
    log.error({ err: error }, "the identity provider cannot be asked");
    return unavailable("identity_unavailable", AWAY);
  }
}
