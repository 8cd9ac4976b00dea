import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/ledger";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { displayNameOf } from "../../platform/people";
import { auditLedger } from "./audit-ledger";
import { ledgerRepository } from "./ledger-repository";

export function ledgerRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const ledger = ledgerRepository(db);

  registerEndpoint(app, contract.listLedger, async ({ query }) => {
    const page = await ledger.list(query, clock.now());
    return page.map(({ entry: { number, kind, amount, at, contestId, userId }, contestName, person }) => ({
      _id: String(number),
      kind,
      amount,
      at: at.toISOString(),
      contest: { _id: contestId, name: contestName ?? `Contest ${contestId}` },
      person: { _id: userId, name: person ? displayNameOf(person) : `Person ${userId}`, email: person?.email ?? null },
    }));
  });

  // An audit reads the whole ledger, so concurrent requests share one.
  let runningAudit: Promise<contract.LedgerAudit> | undefined;
  const audit = async (): Promise<contract.LedgerAudit> => {
    const asOf = clock.now().toISOString();
    const differences: string[] = [];
    const result = await auditLedger(
      db,
      (sentence) => void (differences.length < contract.MAX_DIFFERENCES && differences.push(sentence)),
    );
    return { asOf, ...result, differences };
  };
  registerEndpoint(
    app,
    contract.auditLedger,
    () => (runningAudit ??= audit().finally(() => (runningAudit = undefined))),
  );
}
