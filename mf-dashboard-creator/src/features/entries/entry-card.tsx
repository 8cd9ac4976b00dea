import { ExternalLink, Trophy } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import type { ContestEntry, EntryRating } from "@conquest/shared/contracts/entries";
import { Avatar } from "@conquest/shared/ui/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { onDemand } from "@conquest/shared/ui/on-demand";
import { Spinner } from "@conquest/shared/ui/spinner";
import { RelativeTime } from "@conquest/shared/ui/time";
import { UserText } from "@conquest/shared/ui/user-text";
import { authorName } from "./author-name";

/** For those who judge: a form, with all that forms need. */
const RatingForm = onDemand(() => import(/* webpackChunkName: "rating-form" */ "./rating-form"));

interface Props {
  contestId: string;
  entry: ContestEntry;
  /** What is to be done about rating it: say something of it, see what one said, or neither. */
  rating: "open" | "closed" | "none";
  /** A word that was typed waits to be saved, or does so no longer. */
  onUnsaved: (entryId: string, isUnsaved: boolean) => void;
  /** Not given where no winner can be chosen. */
  onChoose: (() => void) | undefined;
}

/** What one person handed in, and what the judge says of it. */
export function EntryCard({ contestId, entry, rating, onUnsaved, onChoose }: Props) {
  const { name, photo, text, link, files, submittedAt, sha256, isWinner } = entry;
  const author = authorName(name);
  return (
    <article className="cq-panel" aria-label={`Entry of ${author}`}>
      <header className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <div className="dc:flex dc:min-w-0 dc:flex-1 dc:basis-56 dc:items-center dc:gap-3">
          <Avatar src={photo} name={name} alt="" />
          <div className="dc:min-w-0">
            <h3 className="dc:font-semibold dc:wrap-anywhere">{author}</h3>
            <p className="cq-hint">
              Handed in <RelativeTime at={submittedAt} />
            </p>
          </div>
        </div>
        {isWinner && (
          <Badge tone="gold" icon="cq-icon cq-icon-trophy">
            Winner
          </Badge>
        )}
        {onChoose && (
          <Button size="sm" onClick={onChoose} aria-label={`Choose ${author} as the winner`}>
            <Trophy aria-hidden="true" size={16} /> Choose as winner
          </Button>
        )}
      </header>
      <div className="dc:mt-4">
        <UserText>{text}</UserText>
      </div>
      {link && (
        <p className="dc:mt-3">
          <a className="cq-link dc:inline-flex dc:max-w-full dc:items-center dc:gap-1 dc:break-all" href={link} target="_blank" rel="nofollow ugc noopener noreferrer">
            {link} <ExternalLink aria-hidden="true" size={14} className="dc:shrink-0" />
          </a>
        </p>
      )}
      {files.length > 0 && (
        <div className="dc:mt-4">
          <FileList files={files} label={`Files of ${author}`} />
        </div>
      )}
      <p className="cq-hint dc:mt-3 dc:break-all">Receipt: {sha256}</p>
      {rating === "open" && (
        <Judging>
          <Suspense fallback={<Spinner label="Loading your rating" />}>
            <RatingForm contestId={contestId} entry={entry} onUnsaved={onUnsaved} />
          </Suspense>
        </Judging>
      )}
      {rating === "closed" && (
        <Judging>
          <OwnRating said={entry.ownRating} />
        </Judging>
      )}
    </article>
  );
}

const Judging = ({ children }: { children: ReactNode }) => <div className="dc:mt-5 dc:border-t dc:border-line dc:pt-5">{children}</div>;

/** What stands once the winner is chosen. */
function OwnRating({ said }: { said: EntryRating | null }) {
  if (!said) return <p>You left no rating for this entry.</p>;
  return (
    <div className="dc:flex dc:flex-col dc:gap-2">
      <p className="dc:font-semibold">{said.rating === null ? "Your word on this entry" : `You rated this entry ${said.rating} of 5`}</p>
      {said.word && <UserText>{said.word}</UserText>}
    </div>
  );
}
