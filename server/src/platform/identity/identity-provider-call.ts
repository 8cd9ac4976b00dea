import type { FastifyBaseLogger } from "fastify";
import { throwUnavailable } from "../errors";
import { withTimeout } from "../concurrency/with-timeout";

const TIMEOUT_MS = 4_000;

const UNAVAILABLE_MESSAGE =
  "Signing in does not work right now, because the identity provider does not answer. Please try again in a moment.";

export async function callIdentityProvider<T>(request: Promise<T>, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS) {
  try {
    return await withTimeout(request, timeoutMs, "The identity provider");
  } catch (error) {
    log.error({ err: error }, "the identity provider cannot be asked");
    return throwUnavailable("identity_unavailable", UNAVAILABLE_MESSAGE);
  }
}
