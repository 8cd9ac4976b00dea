import type { Database } from "../database/database";
import { auditLedger } from "../features/ledger/audit-ledger";

export async function readAuditLog(db: Database) {
  const differences: string[] = [];
  const sums = await auditLedger(db, (sentence) => differences.push(sentence));
  return { ...sums, differences };
}
