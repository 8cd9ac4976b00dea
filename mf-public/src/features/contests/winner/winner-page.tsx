import { useQuery } from "@tanstack/react-query";
import { BookOpen, Copy, ImageDown, Share2, Trophy } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { listPublishedEntries } from "@conquest/shared/contracts/entries";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { winnerPicture } from "@conquest/shared/contracts/media/drawn-pictures";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { language, T, t } from "@conquest/shared/singletons/language";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge } from "@conquest/shared/ui/badge";
import { Button, ButtonLink, buttonClass } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { fileSrcSet, fileUrl } from "@conquest/shared/ui/files/file-url";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { truncate } from "@conquest/shared/ui/format/text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { ContestFrame } from "../contest-frame";
import { TeamMembers } from "./team-members";
import { PlacementsList } from "./placements-list";
import { copyLink, share, shareAddresses } from "../share";

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

type PublishedEntry = ResponseOf<typeof listPublishedEntries>[number];

const MAX_OTHERS = 3;

const pictureOf = ({ files }: PublishedEntry) => files.find(({ kind }) => kind === "picture");

function Winner({ contest, winner }: Props) {
  const format = useDateTimeFormat();
  const { _id, name, prize, viewer, creator, publishedEntryCount, isPublic } = contest;
  const title = t("{winner} won “{contest}”", { winner: winner.name || t("Someone"), contest: name });
  const picture = winnerPicture(_id, language());
  // Optional: if they cannot be loaded, the page is complete without them. The winning entry is the first.
  const published = useQuery({
    ...query(listPublishedEntries, { params: { contestId: _id }, query: { limit: 1 + MAX_OTHERS } }),
    enabled: publishedEntryCount > 0,
  });
  const entries = published.data ?? [];
  const winning = entries.find(({ isWinner }) => isWinner);
  const others = entries.filter(({ isWinner }) => !isWinner).slice(0, MAX_OTHERS);
  return (
    <article className="pu:mx-auto pu:flex pu:w-full pu:max-w-3xl pu:flex-col pu:gap-8">
      <title>{`${title} | Conquest`}</title>
      <header className="pu:flex pu:flex-col pu:gap-5">
        <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1.5 pu:pr-7 pu:pl-3 pu:font-semibold pu:text-on-gold">
          <Trophy aria-hidden size={18} /> {t("Winner")}
        </p>
        <div className="pu:flex pu:items-center pu:gap-4 pu:sm:gap-6">
          <Avatar src={winner.photo} name={winner.name} size={96} alt="" />
          <div className="pu:min-w-0">
            <h1 tabIndex={-1} id="page-heading" dir="auto" lang={langOf(winner.name)} className="cq-title pu:text-left">
              {winner.name || t("Unnamed participant")}
            </h1>
            <TeamMembers members={winner.members} />
            <p className="pu:wrap-anywhere">
              <T
                text={creator.name ? "won {contest} by {creator}" : "won {contest}"}
                contest={
                  <Link to={`/contest-details/${_id}`} dir="auto" lang={langOf(name)} className="cq-link">
                    {name}
                  </Link>
                }
                creator={
                  creator.publicId ? (
                    <Link
                      to={`/creators/${creator.publicId}`}
                      dir="auto"
                      lang={langOf(creator.name)}
                      className="cq-link">
                      {creator.name}
                    </Link>
                  ) : (
                    <bdi>{creator.name}</bdi>
                  )
                }
              />
            </p>
            <p className="cq-hint">
              {prize > 0 && `${formatTaka(prize)} · `}
              <T text="Picked on {time}" time={<time dateTime={winner.at}>{format(winner.at)}</time>} />
            </p>
            {prize > 0 && <p className="cq-hint">{t(SIMULATED)}</p>}
          </div>
        </div>
      </header>
      {published.isLoading && <div className="cq-bone pu:aspect-video pu:rounded-lg" />}
      {winning && <WinningWork entry={winning} contestId={_id} />}
      {winner.note && (
        <figure className="pu:border-l-4 pu:border-gold pu:pl-4">
          <blockquote className="pu:text-lg">
            <UserText>{winner.note}</UserText>
          </blockquote>
          <figcaption className="cq-hint pu:mt-2" dir="auto">
            {winner.byAdmin ? t("An admin") : creator.name || t("The creator")}
          </figcaption>
        </figure>
      )}
      <PlacementsList contest={contest} headingId="more-prizes" level="h2" />
      <div>
        {isPublic ? (
          <div role="group" aria-label={t("Share")} className="pu:flex pu:flex-wrap pu:gap-3">
            <Button onClick={() => void share(title)}>
              <Share2 aria-hidden size={18} /> {t("Share")}
            </Button>
            <Button variant="secondary" onClick={() => void copyLink()}>
              <Copy aria-hidden size={18} /> {t("Copy link")}
            </Button>
            <ShareLinks title={title} />
            <DownloadLink href={picture} name="winner.png" variant="secondary">
              <ImageDown aria-hidden size={18} /> {t("Download image")}
            </DownloadLink>
          </div>
        ) : (
          <Note tone="warning" title={t("Hidden")}>
            {t("This contest is hidden, so this page can't be shared right now.")}
          </Note>
        )}
      </div>
      {others.length > 0 && <OtherEntries entries={others} contestId={_id} />}
      {isPublic && (
        <OptionalImage
          src={picture}
          alt={t("Image to share: {title}", { title })}
          className="pu:h-auto pu:w-full pu:rounded-lg"
          width={1200}
          height={630}
          loading="lazy"
        />
      )}
      {/* Last: the viewer is known late, and nothing must move then. */}
      {viewer?.hasSubmitted && (
        <div>
          <CertificateLink contestId={_id} label={t("Your certificate")} variant="secondary" />
        </div>
      )}
    </article>
  );
}

function ShareLinks({ title }: { title: string }) {
  // The page's address is known only in the browser.
  const isHydrated = useIsHydrated();
  const addresses = isHydrated ? shareAddresses(title) : {};
  return ["LinkedIn", "Facebook", "WhatsApp"].map((service) => (
    <a
      key={service}
      href={addresses[service]}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: "secondary" })}>
      {service}
    </a>
  ));
}

const EXCERPT_LENGTH = 280;

function WinningWork({ entry, contestId }: { entry: PublishedEntry; contestId: string }) {
  const picture = pictureOf(entry);
  return (
    <figure className="cq-card pu:h-auto">
      {picture && (
        <OptionalImage
          src={fileUrl(picture, 1280)}
          srcSet={fileSrcSet(picture)}
          sizes="(min-width: 52rem) 48rem, 92vw"
          alt={t("Winning entry by {name}", { name: entry.name || t("the winner") })}
          className="pu:h-auto pu:max-h-[34rem] pu:w-full pu:border-b pu:border-line pu:bg-sunk pu:object-contain"
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          fetchPriority="high"
        />
      )}
      <figcaption
        className={`pu:flex pu:flex-col pu:gap-4 pu:p-5 pu:sm:p-8 ${picture ? "" : "pu:bg-deep pu:text-xl pu:text-on-deep"}`}>
        <p className="cq-user-text" dir="auto" lang={langOf(entry.text)}>
          {truncate(entry.text, EXCERPT_LENGTH)}
        </p>
        <Link
          to={`/contest-details/${contestId}#published-entries`}
          className="cq-link pu:self-start pu:text-base pu:font-semibold pu:text-current">
          {t("View the winning entry")}
        </Link>
      </figcaption>
    </figure>
  );
}

const OtherEntries = ({ entries, contestId }: { entries: readonly PublishedEntry[]; contestId: string }) => (
  <section aria-labelledby="other-entries">
    <h2 id="other-entries" className="cq-section-title pu:mb-4">
      {t("Other published entries")}
    </h2>
    <ul className="pu:grid pu:gap-4 pu:sm:grid-cols-3">
      {entries.map((entry) => {
        const picture = pictureOf(entry);
        return (
          <li key={entry._id} className="cq-card">
            {picture && <Picture src={fileUrl(picture, 720)} alt="" className="pu:aspect-4/3" />}
            <div className="pu:p-4">
              <h3 className="pu:mb-1 pu:truncate pu:text-left pu:font-semibold" dir="auto" lang={langOf(entry.name)}>
                {entry.name || t("Unnamed participant")}
              </h3>
              {entry.prizeName && (
                <p className="pu:mb-2">
                  <Badge tone="gold" icon="cq-icon cq-icon-trophy">
                    <bdi>{entry.prizeName}</bdi>
                  </Badge>
                </p>
              )}
              <p className="cq-hint pu:line-clamp-4 pu:wrap-anywhere" dir="auto" lang={langOf(entry.text)}>
                {entry.text}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
    <ButtonLink variant="secondary" to={`/contest-details/${contestId}#published-entries`} className="pu:mt-4">
      <BookOpen aria-hidden size={18} /> {t("Read entries")}
    </ButtonLink>
  </section>
);

/** Left out if it cannot be loaded. */
function OptionalImage({ src, alt, ...rest }: ComponentProps<"img">) {
  const [isFailed, setIsFailed] = useState(false);
  if (isFailed) return null;
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
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
    <title>{`${t("No winner")} | Conquest`}</title>
    <h1 tabIndex={-1} id="page-heading" dir="auto" lang={langOf(name)} className="cq-title pu:mb-6">
      {name}
    </h1>
    <EmptyState
      title={t(phase === "cancelled" ? "This contest ended without a winner" : "This contest has no winner yet")}
      action={<ButtonLink to={`/contest-details/${_id}`}>{t("View contest")}</ButtonLink>}>
      {t(
        phase === "cancelled"
          ? "See the contest page for details."
          : "The winner will be announced here, with an image to share.",
      )}
    </EmptyState>
  </div>
);
