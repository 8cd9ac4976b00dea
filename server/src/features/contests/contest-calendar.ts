import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import ical, { ICalCalendarMethod } from "ical-generator";
import type { Deps } from "../../platform/deps";
import { FileToSend } from "../../platform/http/file-to-send";
import type { FoundDetails } from "./find-contest-details";

type Contest = Pick<FoundDetails, "_id" | "name" | "deadline" | "tags" | "revision">;

const REMIND_SECONDS_BEFORE = 24 * 60 * 60;

/** The event id is stable, so that calendars move the event with the deadline. */
export function createCalendar(
  { _id, name, deadline, tags, revision }: Contest,
  { clock, config }: Pick<Deps, "clock" | "config">,
): string {
  const calendar = ical({
    prodId: { company: "Conquest", product: "Contests", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  const url = `${config.publicUrl}/contest-details/${_id}`;
  const event = calendar.createEvent({
    id: `${_id}@${new URL(config.publicUrl).hostname}`,
    stamp: clock.now(),
    // Calendars update an event if its sequence is higher (RFC 5545, 3.8.7.4).
    sequence: revision,
    // Without an end, an event ends when it begins; an equal end is invalid (RFC 5545, 3.8.2.2).
    start: new Date(deadline),
    summary: `${name} closes`,
    description: `${tags} on Conquest. Entries are accepted until then: ${url}`,
    url,
  });
  event.createAlarm({ trigger: REMIND_SECONDS_BEFORE, description: `${name} closes in a day` });
  return toStrictFormat(calendar.toString());
}

/** RFC 5545 (3.6.1, 3.4) wants properties before alarms and a final line break; the generator guarantees neither. */
const toStrictFormat = (calendar: string) =>
  `${calendar.replace(/(BEGIN:VALARM\r\n.*?END:VALARM\r\n)(.*?)(?=END:VEVENT)/s, "$2$1").trimEnd()}\r\n`;

export function sendCalendar(contest: Contest, deps: Pick<Deps, "clock" | "config">): FileToSend {
  const content = Buffer.from(createCalendar(contest, deps), "utf8");
  return new FileToSend({
    open: async () => Readable.from(content),
    contentType: "text/calendar; charset=utf-8",
    tag: createHash("sha256")
      .update(JSON.stringify([contest._id, contest.name, contest.deadline, contest.tags, contest.revision]))
      .digest("base64url")
      .slice(0, 22),
    bytes: content.length,
    name: "contest.ics",
    within: "same-origin",
  });
}
