import { Note } from "@conquest/shared/ui/note";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

/** What people said of it may be about how it was before. */
export function Changed({ at }: { at: string }) {
  const format = useDateTimeFormat();
  return (
    <Note tone="warning">
      Changed since it was reported, on <time dateTime={at}>{format(at)}</time>.
    </Note>
  );
}
