import { Download } from "lucide-react";
import { useId } from "react";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { exportParticipants, type Progress } from "@conquest/shared/contracts/progress";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { DownloadLink } from "@conquest/shared/ui/download-link";

interface Props {
  contestId: string;
  progress: Progress;
  mayReadEntries: boolean;
}

export function Downloads({ contestId, progress: { participantCount, entryCount }, mayReadEntries }: Props) {
  const id = useId();
  const params = { contestId };
  const files = [
    ...(participantCount > 0 ? [{ label: "Participants (CSV)", path: pathOf(exportParticipants, { params }) }] : []),
    ...(entryCount > 0 && mayReadEntries
      ? [
          { label: "Entries (CSV)", path: pathOf(exportEntries, { params }) },
          { label: "Entries with their files (ZIP)", path: `${pathOf(exportEntries, { params })}?as=zip` },
        ]
      : []),
  ];
  if (files.length === 0) return null;
  return (
    <section aria-labelledby={id} className="dc:flex dc:flex-col dc:gap-3">
      <h2 id={id} className="cq-section-title">
        Downloads
      </h2>
      <p className="cq-hint">
        Tables open in Excel and other spreadsheets. Nobody’s e-mail address is in them, and no name of an author as
        long as names are hidden.
      </p>
      <ul className="dc:flex dc:flex-wrap dc:gap-3">
        {files.map(({ label, path }) => (
          <li key={label}>
            <DownloadLink href={`${config().apiBase}${path}`} variant="secondary">
              <Download aria-hidden="true" size={18} /> {label}
            </DownloadLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
