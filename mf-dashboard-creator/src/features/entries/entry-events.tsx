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

interface Props {
  events: readonly EntryEvent[];
  /** Undefined from older servers, which list all events unless there are more than a hundred. */
  counts: Readonly<Record<string, number>> | undefined;
}

/** Says how many entries were withdrawn or late, without their authors. */
export function EntryEvents({ events, counts }: Props) {
  const sentences = Object.entries(SENTENCES).flatMap(([kind, { one, many }]) => {
    const ofKind = events.filter((event) => event.kind === kind);
    const last = ofKind.at(-1);
    if (!last) return [];
    const count = counts?.[kind] ?? ofKind.length;
    return [
      count === 1 ? one(formatDateTime(last.at)) : many(pluralize(count, "entry", "entries"), formatDateTime(last.at)),
    ];
  });
  return sentences.length > 0 && <p className="cq-hint dc:mb-6">{sentences.join(" ")}</p>;
}
