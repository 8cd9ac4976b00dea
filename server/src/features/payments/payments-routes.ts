import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/payments";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { paymentsRepository } from "./payments-repository";
import { readReceipt } from "./read-receipt";
import { createReceiptPdf } from "./receipt-pdf";

export function paymentsRoutes(app: FastifyInstance, deps: Deps): void {
  const payments = paymentsRepository(deps.db);

  registerEndpoint(app, contract.listPayments, async ({ query, caller }) => {
    const page = await payments.list(caller.id, query, deps.clock.now());
    return page.map(({ at, sortKeys: _1, total: _2, ...payment }) => ({ ...payment, at: at.toISOString() }));
  });
  registerEndpoint(app, contract.getReceipt, ({ params, caller }) => readReceipt(deps, params.number, caller));
  registerEndpoint(app, contract.downloadReceipt, async ({ params, query, caller }) =>
    createReceiptPdf(deps.config, await readReceipt(deps, params.number, caller), query),
  );
}
