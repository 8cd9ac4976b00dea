import { Download } from "lucide-react";
import { receiptText, type MyEntry } from "@conquest/shared/contracts/entries";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { EntryContent } from "./entry-content";

export function EntryReceipt({ entry }: { entry: MyEntry }) {
  const hasFiles = entry.files.length > 0;
  // Older servers omit the files' SHA-256; without them, the text's SHA-256 would differ from the receipt.
  const canDownload = entry.fileSums?.length === entry.files.length;
  return (
    <div className="pu:flex pu:flex-col pu:gap-5">
      <Note tone="success" title="Your entry is in">
        <dl className="pu:mt-2 pu:flex pu:flex-col pu:gap-2">
          <div>
            <dt className="pu:text-sm">Received by our server</dt>
            <dd className="pu:font-semibold">
              <time dateTime={entry.submittedAt}>{formatDateTime(entry.submittedAt)}</time>
            </dd>
          </div>
          <div>
            <dt className="pu:text-sm">SHA-256 of what you submitted{hasFiles && ", files included"}</dt>
            <dd className="pu:font-mono pu:text-sm pu:break-all">{entry.sha256}</dd>
          </div>
        </dl>
        {canDownload && (
          <>
            <p className="pu:my-2 pu:text-sm">
              It is the checksum of the file below: your text, a line with your link
              {hasFiles && ", and a line with the SHA-256 of each file as you uploaded it"}.
            </p>
            <Button variant="secondary" size="sm" onClick={() => save(receiptText(entry))}>
              <Download aria-hidden="true" size={16} /> Download text
            </Button>
          </>
        )}
      </Note>
      <EntryContent entry={entry} label="Your files" />
    </div>
  );
}

function save(content: string) {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "entry.txt" });
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the URL only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
