import { eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { calendarAddresses } from "../../../database/schema/calendars";

/** Ends a person's calendar address, if there is one. */
export const forgetCalendar = async (tx: Database, userId: string): Promise<void> => {
  await tx.delete(calendarAddresses).where(eq(calendarAddresses.userId, userId));
};
