import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { unprovenAddresses } from "../../database/schema/messages";
import { emailHash } from "../email-hash";

export const EMAIL_INTERVAL_MS = 60 * 60_000;

export const unverifiedAddressesRepository = (db: Database) => ({
  /** Returns null if this caller may send an email now, otherwise the time at which one may be sent. */
  async claim(address: string, now: Date): Promise<Date | null> {
    const addressHash = emailHash(address);
    const isFree = lte(unprovenAddresses.emailedAt, new Date(now.getTime() - EMAIL_INTERVAL_MS));
    const claimed = await db
      .insert(unprovenAddresses)
      .values({ addressHash, emailedAt: now })
      .onConflictDoUpdate({
        target: unprovenAddresses.addressHash,
        set: { emailedAt: sql`excluded.emailed_at` },
        setWhere: isFree,
      })
      .returning({ emailedAt: unprovenAddresses.emailedAt });
    if (claimed.length > 0) return null;
    const [last] = await db
      .select({ emailedAt: unprovenAddresses.emailedAt })
      .from(unprovenAddresses)
      .where(eq(unprovenAddresses.addressHash, addressHash));
    return new Date((last?.emailedAt ?? now).getTime() + EMAIL_INTERVAL_MS);
  },

  /** Call it if nothing was sent. A claim made at another time is kept. */
  release: (address: string, at: Date) =>
    db
      .delete(unprovenAddresses)
      .where(and(eq(unprovenAddresses.addressHash, emailHash(address)), eq(unprovenAddresses.emailedAt, at))),

  forgetBefore: (at: Date) => db.delete(unprovenAddresses).where(lte(unprovenAddresses.emailedAt, at)),
});
