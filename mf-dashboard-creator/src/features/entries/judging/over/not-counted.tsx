import { Note } from "@conquest/shared/ui/note";
import type { EntrySaves } from "../entry-saves";
import { isWordKept } from "../unsent-words";
import { UnsentWord } from "./unsent-word";

export interface Props {
  entry: { _id: string; label: string };
  saves: EntrySaves;
}

/** What somebody was saying of an entry when the winner was chosen: it went nowhere, and why. */
export default function NotCounted({ entry: { _id, label }, saves }: Props) {
  const [rating, word] = (["rating", "word"] as const).map((what) => saves.of(what, _id));
  const refused = [rating, word].find((save) => save?.is === "failed");
  return (
    <>
      <Note tone="danger" isAlert title={rating?.is === "failed" ? "Your rating was not saved" : "Your word was not saved"}>
        {refused?.because ?? "The winner was chosen before it was sent."}
      </Note>
      {(word?.is === "failed" || isWordKept(_id)) && <UnsentWord entryId={_id} label={label} word={saves.valueOf("word", _id, "")} />}
    </>
  );
}
