import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { Note } from "@conquest/shared/ui/note";
import type { EntrySaves } from "../entry-saves";
import { isWordKept } from "../unsent-words";
import { UnsentWord } from "./unsent-word";

export interface Props {
  /** Why nothing is taken any more, as a sentence. */
  because: string;
  /** The entries that something was said of. */
  rows: readonly Pick<JudgedEntry, "_id" | "label">[];
  saves: EntrySaves;
}

/** What somebody was saying of entries when their contest was decided or cancelled elsewhere: it counts nowhere, and its words stay to be copied. */
export default function TooLate({ because, rows, saves }: Props) {
  return (
    <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-4">
      <Note tone="danger" isAlert title={`What you said of ${rows.map(({ label }) => label).join(", ")} came too late`}>
        {because} It was not saved.
      </Note>
      {rows.map(({ _id, label }) => (saves.unsavedWord(_id) || isWordKept(_id)) && <UnsentWord key={_id} entryId={_id} label={label} word={saves.unsavedWord(_id)} />)}
    </div>
  );
}
