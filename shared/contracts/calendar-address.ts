import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { fileLanguage, fileResponse } from "./media/files";
import { instant } from "./text/fields";

/** When the caller's calendar address was created or renewed; null if there is none. The address itself is not stored. */
export const getCalendarAddress = defineEndpoint("GET /calendar-address", "signed-in", {
  response: z.object({ createdAt: instant.nullable() }),
});

/** Creates the caller's calendar address, or renews it, which ends the previous one. Only this response contains it. */
export const renewCalendarAddress = defineEndpoint("PUT /calendar-address", "signed-in", {
  /** `createdAt` of the address to replace, null if there is none. If it differs: 409. Missing: replaces any. */
  body: z.object({ replaces: instant.nullable().optional() }),
  response: z.object({ createdAt: instant, address: z.string() }),
  perMinute: 10,
});

export const revokeCalendarAddress = defineEndpoint("DELETE /calendar-address", "signed-in", {
  response: z.object({ revokedCount: z.number().int() }),
});

/** The secret with the extension that calendar apps expect. Anything else is 404. */
const calendarFile = z
  .string()
  .regex(/^[\w-]{32}\.ics$/)
  .catch("");

/** The deadlines of a person's contests (iCalendar, RFC 5545). The secret in the address is the only authorization. */
export const readCalendar = defineEndpoint("GET /calendars/:file", "everyone", {
  params: z.object({ file: calendarFile }),
  query: z.object({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
});
