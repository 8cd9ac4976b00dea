import type { LateEntry } from "@conquest/shared/contracts/entries";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/words/time";
import { EntryContent } from "./entry-content";

/** "2 Mar 2026, 14:00:03 GMT+6" in the reader's zone: a late entry may have missed the deadline by a second. */
const toTheSecond = (iso: string) => formatDateTime(iso).replace(/\d\d:\d\d/, (time) => `${time}:${iso.slice(17, 19)}`);

/** Says when the deadline was and when the entry arrived. */
export const lateWords = ({ deadline, arrivedAt }: Pick<LateEntry, "deadline" | "arrivedAt">) =>
  `The deadline was ${toTheSecond(deadline)}. Your entry arrived ${toTheSecond(arrivedAt)}.`;

/** The last text that its author sent after the deadline. */
export const KeptLateEntry = ({ late }: { late: LateEntry }) => (
  <Note tone="warning" title="Late, not counted">
    <p className="pu:mb-2">{lateWords(late)} Only you can see this text.</p>
    <EntryContent entry={{ ...late, files: [] }} label="" />
  </Note>
);
