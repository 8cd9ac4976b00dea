import { existsSync } from "node:fs";
import { openDatabase, type DatabasePlace } from "../../database/open-database";
import { auditLedger, hasLedger } from "./audit-ledger";
import { formatTaka } from "../contests/money/taka";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Audits the ledger of a database and says what is found, difference by difference. Answers whether it adds up; changes nothing. */
export async function reportAudit(place: DatabasePlace, say: (line: string) => void): Promise<boolean> {
  // Opening one that is not there would make it.
  if (!place.url && (place.dataDir === undefined || !existsSync(place.dataDir)))
    throw new Error(`There is no database in ${place.dataDir ?? "memory"}.`);
  const { db, close } = await openDatabase({ ...place, isPatient: true });
  try {
    if (!(await hasLedger(db)))
      throw new Error(
        "This database has no ledger yet. A server of this version that starts on it makes it of the payments that are there.",
      );
    const asOf = new Date().toISOString();
    const { payments, refunds, taken, refunded, held, differenceCount } = await auditLedger(db, (difference) =>
      say(`WRONG  ${difference}`),
    );
    say(`As of ${asOf}:`);
    say(`  taken     ${formatTaka(taken)} in ${counted(payments, "payment", "payments")}`);
    say(`  refunded  ${formatTaka(refunded)} in ${counted(refunds, "refund", "refunds")}`);
    say(`  held      ${formatTaka(held)}`);
    say(
      differenceCount === 0
        ? "The ledger adds up."
        : `The ledger does not add up: ${counted(differenceCount, "difference", "differences")}, named above.`,
    );
    return differenceCount === 0;
  } finally {
    await close();
  }
}
