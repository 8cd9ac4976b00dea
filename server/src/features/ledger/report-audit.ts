import { existsSync } from "node:fs";
import { openDatabase, type DatabaseLocation } from "../../database/open-database";
import { auditLedger, hasLedger } from "./audit-ledger";
import { formatTaka } from "../../platform/text/format";

const pluralize = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Returns whether the ledger adds up. Changes nothing. */
export async function reportAudit(location: DatabaseLocation, print: (line: string) => void): Promise<boolean> {
  // Opening a missing embedded database would create it.
  if (!location.url && (location.dataDir === undefined || !existsSync(location.dataDir)))
    throw new Error(`There is no database in ${location.dataDir ?? "memory"}.`);
  const { db, close } = await openDatabase({ ...location, isBackgroundWork: true });
  try {
    if (!(await hasLedger(db)))
      throw new Error(
        "This database has no ledger yet. Start a server of this version on it to create one from its payments.",
      );
    const asOf = new Date().toISOString();
    const { payments, refunds, taken, refunded, held, differenceCount } = await auditLedger(db, (difference) =>
      print(`WRONG  ${difference}`),
    );
    print(`As of ${asOf}:`);
    print(`  taken     ${formatTaka(taken)} in ${pluralize(payments, "payment", "payments")}`);
    print(`  refunded  ${formatTaka(refunded)} in ${pluralize(refunds, "refund", "refunds")}`);
    print(`  held      ${formatTaka(held)}`);
    print(
      differenceCount === 0
        ? "The ledger is balanced."
        : `The ledger is not balanced: ${pluralize(differenceCount, "difference", "differences")}, listed above.`,
    );
    return differenceCount === 0;
  } finally {
    await close();
  }
}
