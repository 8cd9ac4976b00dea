import type { FastifyBaseLogger } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { throwUnavailable } from "../errors";
import { withTimeout } from "../concurrency/with-timeout";

const TIMEOUT_MS = 4_000;

const UNAVAILABLE_MESSAGE = message(
  "We can't log you in right now because the sign-in service isn't responding. Try again in a moment.",
);

export async function callIdentityProvider<T>(request: Promise<T>, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS) {
  try {
    return await withTimeout(request, timeoutMs, "The identity provider");
  } catch (error) {
    log.error({ err: error }, "the identity provider is unavailable");
    return throwUnavailable("identity_unavailable", UNAVAILABLE_MESSAGE);
  }
}
