import type { Entry, LateEntry } from "@conquest/shared/contracts/entries";
import { digits, t } from "@conquest/shared/singletons/language";
import { Answers } from "@conquest/shared/ui/entry/answers";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/format/time";

interface Props {
  entry: Pick<Entry, "text" | "link" | "files" | "answers">;
  label: string;
}

export function EntryContent({ entry, label }: Props) {
  return (
    <>
      <UserText>{entry.text}</UserText>
      {entry.link && (
        <p>
          <a href={entry.link} target="_blank" rel="nofollow ugc noopener" className="cq-link pu:break-all">
            {entry.link}
          </a>
        </p>
      )}
      <FileList files={entry.files} label={label} />
      <Answers answers={entry.answers} />
    </>
  );
}

/** Includes seconds, like "2 Mar 2026, 14:00:03 GMT+6": an entry can miss the deadline by one second. */
const toTheSecond = (iso: string) =>
  formatDateTime(iso).replace(/\p{Nd}{2}:\p{Nd}{2}/u, (time) => `${time}:${digits(iso.slice(17, 19))}`);

export const lateWords = ({ deadline, arrivedAt }: Pick<LateEntry, "deadline" | "arrivedAt">) =>
  t("The deadline was {deadline}. Your entry arrived {time}.", {
    deadline: toTheSecond(deadline),
    time: toTheSecond(arrivedAt),
  });

export const KeptLateEntry = ({ late }: { late: LateEntry }) => (
  <Note tone="warning" title={t("Late, not counted")}>
    <p className="pu:mb-2">
      {lateWords(late)} {t("Only you can see this text.")}
    </p>
    <EntryContent entry={{ ...late, files: [] }} label="" />
  </Note>
);
