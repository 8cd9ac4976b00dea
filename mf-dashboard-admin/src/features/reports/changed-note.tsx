import { Note } from "@conquest/shared/ui/note";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

/** Warns that the reports may refer to an earlier version. */
export function ChangedNote({ at }: { at: string }) {
  const format = useDateTimeFormat();
  return (
    <Note tone="warning">
      Changed since it was reported, on <time dateTime={at}>{format(at)}</time>.
    </Note>
  );
}
