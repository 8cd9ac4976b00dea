import type { Entry } from "@conquest/shared/contracts/entries";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { UserText } from "@conquest/shared/ui/format/user-text";

export function EntryContent({ entry, label }: { entry: Pick<Entry, "text" | "link" | "files">; label: string }) {
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
    </>
  );
}
