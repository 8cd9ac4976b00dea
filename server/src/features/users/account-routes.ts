import type { FastifyInstance, FastifyRequest } from "fastify";
import { deleteAccount, previewDeletion, exportMyData } from "@conquest/shared/contracts/account";
import { callIdentityProvider } from "../../platform/identity/identity-provider-call";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { withTimeout } from "../../platform/concurrency/with-timeout";
import { deleteOwnAccount, readDeletionPlan, deleteProviderAccount } from "./deletion/delete-own-account";
import { exportUserData } from "./data-export/data-export";

/** The response does not wait longer than this for a slow identity provider; a job retries the deletion there. */
const PROVIDER_TIMEOUT_MS = 4_000;

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  async function verifyBearerToken(request: FastifyRequest) {
    const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? "")?.[1];
    return token ? callIdentityProvider(deps.identity.verify(token), request.log) : null;
  }

  registerEndpoint(app, exportMyData, ({ caller }) => exportUserData({ ...deps, exports: app.exports }, caller));
  registerEndpoint(app, previewDeletion, ({ caller }) => readDeletionPlan(deps, caller));
  registerEndpoint(app, deleteAccount, async ({ body, caller }, { request, reply }) => {
    await deleteOwnAccount(deps, body, await verifyBearerToken(request), caller);
    await withTimeout(deleteProviderAccount(deps), PROVIDER_TIMEOUT_MS, "The identity provider").catch(
      (error: unknown) => request.log.warn({ err: error }, "deleting an account at the provider later"),
    );
    await app.sessions.end(request, reply);
    return { deletedCount: 1 as const };
  });

  app.jobs.set("leave_provider", () => deleteProviderAccount(deps));
}
