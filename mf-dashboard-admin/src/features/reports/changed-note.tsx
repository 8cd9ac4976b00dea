import { T } from "@conquest/shared/singletons/language";
import { Note } from "@conquest/shared/ui/note";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

/** Warns that the reports may refer to an earlier version. */
export function ChangedNote({ at }: { at: string }) {
  const format = useDateTimeFormat();
  return (
    <Note tone="warning">
      <T text="Changed since it was reported, on {time}." time={<time dateTime={at}>{format(at)}</time>} />
    </Note>
  );
}
