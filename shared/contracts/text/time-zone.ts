import { z } from "zod";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** A name of the IANA database, such as "Asia/Dhaka". */
export const timeZone = z.string().max(64).refine(isTimeZone, "We don't know this time zone");
