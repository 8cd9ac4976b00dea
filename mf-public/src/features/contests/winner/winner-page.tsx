import { BookOpen, ImageDown, Share2, Trophy } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { winnerPicture } from "@conquest/shared/contracts/media/winner-picture";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { ContestFrame } from "../contest-frame";
import { share } from "../share";

/** Winner of a contest, for sharing. Shows no more about the winner than the contest page. */
export default function WinnerPage() {
  return (
    <ContestFrame backTo={(id) => `/contest-details/${id}`}>
      {(contest) =>
        contest.winner ? <Winner contest={contest} winner={contest.winner} /> : <NoWinner contest={contest} />
      }
    </ContestFrame>
  );
}

interface Props {
  contest: ContestDetails;
  winner: NonNullable<ContestDetails["winner"]>;
}

function Winner({ contest, winner }: Props) {
  const format = useDateTimeFormat();
  const { _id, name, prize, viewer, creator, publishedEntryCount, isPublic, hiddenAt } = contest;
  const title = `${winner.name || "Somebody"} won “${name}”`;
  const picture = winnerPicture(_id);
  return (
    <article className="pu:mx-auto pu:flex pu:w-full pu:max-w-3xl pu:flex-col pu:gap-8">
      <title>{`${title} | Conquest`}</title>
      <header className="pu:flex pu:flex-col pu:gap-5">
        <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1.5 pu:pr-7 pu:pl-3 pu:font-semibold pu:text-on-gold">
          <Trophy aria-hidden size={18} /> Winner
        </p>
        <div className="pu:flex pu:items-center pu:gap-4 pu:sm:gap-6">
          <Avatar src={winner.photo} name={winner.name} size={96} alt="" />
          <div className="pu:min-w-0">
            <h1 tabIndex={-1} id="page-heading" dir="auto" className="cq-title pu:text-left">
              {winner.name || "Somebody without a name"}
            </h1>
            <p className="pu:wrap-anywhere">
              won{" "}
              <Link to={`/contest-details/${_id}`} dir="auto" className="cq-link">
                {name}
              </Link>
              {creator.name && (
                <>
                  {" by "}
                  {creator.publicId ? (
                    <Link to={`/creators/${creator.publicId}`} dir="auto" className="cq-link">
                      {creator.name}
                    </Link>
                  ) : (
                    <bdi>{creator.name}</bdi>
                  )}
                </>
              )}
            </p>
            <p className="cq-hint">
              {prize > 0 && `${formatTaka(prize)} · `}Chosen on <time dateTime={winner.at}>{format(winner.at)}</time>
            </p>
          </div>
        </div>
        {isPublic ? (
          <div role="group" aria-label="Share" className="pu:flex pu:flex-wrap pu:gap-3">
            <Button onClick={() => void share(title)}>
              <Share2 aria-hidden size={18} /> Share
            </Button>
            <DownloadLink href={picture} name="winner.png" variant="secondary">
              <ImageDown aria-hidden size={18} /> Save the picture
            </DownloadLink>
            {publishedEntryCount > 0 && (
              <ButtonLink variant="secondary" to={`/contest-details/${_id}#published-entries`}>
                <BookOpen aria-hidden size={18} /> Read the entries
              </ButtonLink>
            )}
          </div>
        ) : (
          <Note tone="warning" title={hiddenAt ? "Hidden" : "Not on show"}>
            The public sees neither this contest at the moment nor this page, so there is nothing to share.
          </Note>
        )}
      </header>
      {winner.note && (
        <blockquote className="pu:border-l-4 pu:border-gold pu:pl-4">
          <UserText>{winner.note}</UserText>
        </blockquote>
      )}
      {isPublic && <ToShare src={picture} alt={`To share: ${title}`} />}
      {/* Last: the viewer is known late, and nothing must move then. */}
      {viewer?.hasSubmitted && (
        <div>
          <CertificateLink contestId={_id} label="Your certificate" variant="secondary" />
        </div>
      )}
    </article>
  );
}

function ToShare({ src, alt }: { src: string; alt: string }) {
  const [isFailed, setIsFailed] = useState(false);
  if (isFailed) return null;
  return (
    <img
      src={src}
      alt={alt}
      className="pu:h-auto pu:w-full pu:rounded-lg"
      width={1200}
      height={630}
      decoding="async"
      ref={(image) => {
        // On a server-rendered page the image may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== "") setIsFailed(true);
      }}
      onError={() => setIsFailed(true)}
    />
  );
}

const NoWinner = ({ contest: { _id, name, phase } }: Pick<Props, "contest">) => (
  <div className="pu:mx-auto pu:w-full pu:max-w-2xl pu:py-6 pu:text-center">
    <title>{`No winner | Conquest`}</title>
    <h1 tabIndex={-1} id="page-heading" dir="auto" className="cq-title pu:mb-6">
      {name}
    </h1>
    <EmptyState
      title={phase === "cancelled" ? "This contest ended without a winner" : "This contest has no winner yet"}
      action={<ButtonLink to={`/contest-details/${_id}`}>See the contest</ButtonLink>}>
      {phase === "cancelled"
        ? "What became of it stands on its page."
        : "Whoever wins will stand here, with a picture to share."}
    </EmptyState>
  </div>
);
