import { z } from "zod";
import { invalid, message } from "./message";

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const UNKNOWN_TIME_ZONE = message("We don't know this time zone");

/** A name of the IANA database, such as "Asia/Dhaka". Offsets are rejected: databases read their sign differently. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[a-z]/i, invalid(UNKNOWN_TIME_ZONE))
  .refine(isTimeZone, invalid(UNKNOWN_TIME_ZONE));
