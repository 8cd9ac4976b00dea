import type { Database } from "../database/database";
import { auditLedger } from "../features/ledger/audit-ledger";

/** The audit of the ledger, with each difference that it names. */
export async function readAuditLog(db: Database) {
  const differences: string[] = [];
  const sums = await auditLedger(db, (sentence) => differences.push(sentence));
  return { ...sums, differences };
}
