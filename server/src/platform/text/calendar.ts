import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { Language } from "@conquest/shared/contracts/parts/languages";

export interface CalendarEvent {
  /** Stable, so that calendars move the event with its date. */
  id: string;
  stamp: Date;
  /** Calendars update an event if its sequence is higher (RFC 5545, 3.8.7.4). */
  sequence: number;
  start: Date;
  summary: string;
  description: string;
  url: string;
  isCancelled?: boolean;
  /** Text of an alarm a day before. */
  reminder?: string | undefined;
}

interface Calendar {
  language: Language;
  /** For subscriptions. */
  name?: string;
  /** How often subscribers are to read it again. */
  refreshSeconds?: number;
  events: readonly CalendarEvent[];
}

const REMIND_SECONDS_BEFORE = 24 * 60 * 60;

/** Renders a calendar (RFC 5545) with times in UTC. */
export function renderCalendar({ language, name, refreshSeconds, events }: Calendar): string {
  const calendar = ical({
    // eslint-disable-next-line untranslated/texts -- Names this program, not the calendar.
    prodId: { company: "Conquest", product: "Contests", language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ...(name !== undefined && { name }),
    ...(refreshSeconds !== undefined && { ttl: refreshSeconds }),
  });
  for (const { reminder, isCancelled, ...event } of events) {
    // Without an end, an event ends when it begins; an equal end is invalid (RFC 5545, 3.8.2.2).
    const added = calendar.createEvent({ ...event, ...(isCancelled && { status: ICalEventStatus.CANCELLED }) });
    if (reminder !== undefined) added.createAlarm({ trigger: REMIND_SECONDS_BEFORE, description: reminder });
  }
  return toStrictFormat(calendar.toString());
}

/** RFC 5545 (3.6.1, 3.4) wants properties before alarms and a final line break; the generator guarantees neither. */
const toStrictFormat = (calendar: string) =>
  `${calendar.replace(/(BEGIN:VALARM\r\n.*?END:VALARM\r\n)(.*?)(?=END:VEVENT)/gs, "$2$1").trimEnd()}\r\n`;
