import type { JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { Note } from "@conquest/shared/ui/note";
import type { EntrySaves } from "../entry-saves";
import { UnsentWords } from "./unsent-words";

export interface Props {
  /** Why nothing is taken any more, as a sentence. */
  because: string;
  /** The entries that something was said of. */
  rows: readonly JudgedEntry[];
  saves: EntrySaves;
}

/** What somebody was saying of entries when their contest was decided or cancelled elsewhere: it counts nowhere, and its words stay to be copied. */
export default function TooLate({ because, rows, saves }: Props) {
  return (
    <div className="dc:mb-6 dc:flex dc:flex-col dc:gap-4">
      <Note tone="danger" isAlert title={`What you said of ${rows.map(({ label }) => label).join(", ")} came too late, and was not saved`}>
        {because}
      </Note>
      <UnsentWords rows={rows} saves={saves} />
    </div>
  );
}
