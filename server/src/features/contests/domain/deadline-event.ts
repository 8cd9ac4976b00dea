import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import type { Config } from "../../../config/config";
import type { CalendarEvent } from "../../../platform/text/calendar";
import { translate } from "../../../platform/text/translate";

interface DeadlineContest {
  id: string;
  name: string;
  deadline: Date;
  tag: string;
  revision: number;
  isOwn?: boolean;
}

/** Returns a contest's deadline as an event with the same id in every calendar. */
export function deadlineEvent(
  { id, name, deadline, tag, revision, isOwn = false }: DeadlineContest,
  { publicUrl }: Pick<Config, "publicUrl">,
  language: Language,
): Omit<CalendarEvent, "stamp"> {
  const url = publicUrl + withLanguage(`/contest-details/${encodeURIComponent(id)}`, language);
  const values = { tag: message(tag), url };
  return {
    id: `${id}@${new URL(publicUrl).hostname}`,
    sequence: revision,
    start: deadline,
    summary: translate(language, message("{name} closes", { name })),
    description: translate(
      language,
      isOwn
        ? message("{tag} on Conquest. You run this contest: {url}", values)
        : message("{tag} on Conquest. Submit your entry before the deadline: {url}", values),
    ),
    url,
    reminder: translate(language, message("{name} closes in 1 day", { name })),
  };
}
