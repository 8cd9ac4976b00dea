import type { EntryEvent } from "@conquest/shared/contracts/judging/judging";
import { pluralize } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";

/** One sentence per kind of event. Kinds that this page doesn't know are left out. */
const SENTENCES: Record<
  "withdrawn" | "late",
  { one: (when: string) => string; many: (count: string, when: string) => string }
> = {
  withdrawn: {
    one: (when) => `1 entry was withdrawn on ${when}.`,
    many: (count, when) => `${count} were withdrawn, the last on ${when}.`,
  },
  late: {
    one: (when) => `1 entry arrived after the deadline, on ${when}, and wasn't counted.`,
    many: (count, when) => `${count} arrived after the deadline, the last on ${when}, and weren't counted.`,
  },
};

/** Lists withdrawn and late entries without their authors. */
export function EntryEvents({ events }: { events: readonly EntryEvent[] }) {
  const sentences = Object.entries(SENTENCES).flatMap(([kind, { one, many }]) => {
    const times = events.filter((event) => event.kind === kind).map(({ at }) => formatDateTime(at));
    if (times.length === 0) return [];
    return [times.length === 1 ? one(times[0]!) : many(pluralize(times.length, "entry", "entries"), times.at(-1)!)];
  });
  return sentences.length > 0 && <p className="cq-hint dc:mb-6">{sentences.join(" ")}</p>;
}
