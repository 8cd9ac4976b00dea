import { eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { calendarAddresses } from "../../../database/schema/calendars";

/** Ends a person's calendar address, if there is one. Returns the number of deleted addresses. */
export async function forgetCalendar(tx: Database, userId: string): Promise<number> {
  const { userId: owner } = calendarAddresses;
  return (await tx.delete(calendarAddresses).where(eq(owner, userId)).returning({ owner })).length;
}
