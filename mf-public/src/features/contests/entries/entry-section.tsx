import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { receiptText, getMyEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { query } from "@conquest/shared/singletons/api-hooks";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { hasTeams } from "../teams/lazy-team";
import { useFocusHashTarget } from "../use-focus-hash-target";
import { EntryForm } from "./entry-form";
import { EntryPublishing } from "./entry-publishing";
import { ShowIfWins } from "./show-if-wins";
import { ENTRY_HEADING, EntryPanel, SkeletonEntry } from "./entry-panel";
import { KeptLateEntry, EntryContent } from "./entry-content";
import { EDIT_ENTRY, entryDraftKey, hasEntrySection } from "./use-replaced-entry";
import { RATINGS } from "@conquest/shared/contracts/judging/ratings";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { Note } from "@conquest/shared/ui/note";
import { Download } from "lucide-react";

export default function EntrySection({ contest }: { contest: ContestDetails }) {
  const entryQuery = useQuery(query(getMyEntry, { params: { contestId: contest._id } }));
  // Drafts need the account, which may be known only after the server's answer.
  const isKnown = useSession(({ account, phase }) => account !== null || phase === "signed-out");
  useFocusHashTarget("#entry", ENTRY_HEADING);
  if (!hasEntrySection(contest)) return null;
  const skeleton = <SkeletonEntry isIn={Boolean(contest.viewer?.hasSubmitted)} />;
  return (
    <EntryPanel>
      <QueryView query={entryQuery} skeleton={skeleton}>
        {({ entry, late, withdrawnAt }) =>
          isKnown ? (
            <>
              {!entry && withdrawnAt && (
                <p className="cq-hint">
                  {t("You withdrew your entry on {time}.", { time: formatDateTime(withdrawnAt) })}
                </p>
              )}
              <OwnEntry
                contest={contest}
                entry={entry}
                onDone={() => document.getElementById(ENTRY_HEADING)?.focus()}
              />
              {late && <KeptLateEntry late={late} />}
            </>
          ) : (
            skeleton
          )
        }
      </QueryView>
    </EntryPanel>
  );
}

const NO_FIELDS: readonly EntryField[] = [];

interface OwnEntryProps {
  contest: ContestDetails;
  entry: MyEntry | null;
  /** Called when the form, which had the focus, is gone. */
  onDone: () => void;
}

function OwnEntry({ contest, entry, onDone }: OwnEntryProps) {
  const { isAllowed, because } = contest.may.submit;
  // Resume a draft of this tab; a first entry stays in the form until it is submitted here.
  const [wasTyped] = useState(() => draftBasis(entryDraftKey(contest._id)) !== undefined);
  const [isWriting, setIsWriting] = useState(!entry || wasTyped);
  const [isResumed, setIsResumed] = useState(wasTyped);
  const [hasAsked, setHasAsked] = useState(false);
  const { hash, key } = useLocation();
  const [followedLink, setFollowedLink] = useState("");
  const showEntry = () => {
    setIsWriting(false);
    setIsResumed(false);
  };
  const edit = () => {
    setHasAsked(true);
    setIsWriting(true);
  };
  if (hash === `#${EDIT_ENTRY}` && followedLink !== key) {
    setFollowedLink(key);
    edit();
  }

  function done() {
    showEntry();
    onDone();
  }

  // Keep the text visible after the deadline, also after a reload, so that it can be copied.
  const [wasOpen] = useState(isAllowed || wasTyped);
  if (wasOpen && (!entry || isWriting)) {
    return (
      <EntryForm
        contestId={contest._id}
        hidesNames={contest.hidesNames}
        isByTeam={contest.viewer?.isInTeam === true}
        fields={contest.entryFields ?? NO_FIELDS}
        entry={entry}
        isResumed={isResumed}
        leaving={leavingText(contest)}
        takesFocus={hasAsked}
        closedBecause={because}
        canJoin={contest.may.join.isAllowed}
        onDone={done}
        onOver={showEntry}
      />
    );
  }
  if (!entry)
    return (
      <p>
        {t("You didn't submit an entry.")} {because}
      </p>
    );
  return (
    <>
      {entry.ratings && <EntryFeedback ratings={entry.ratings} />}
      <EntryReceipt entry={entry} />
      {contest.may.showIfWins.isAllowed ? (
        <ShowIfWins
          contestId={contest._id}
          isByTeam={contest.viewer?.isInTeam === true}
          showIfWins={entry.showIfWins}
        />
      ) : (
        <EntryPublishing contest={contest} entry={entry} />
      )}
      {isAllowed && (
        <div>
          <Button variant="secondary" onClick={edit}>
            {t("Edit entry")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Says what a first entry gives up; empty if the participant can leave afterwards too. */
function leavingText(contest: ContestDetails): string {
  const { may, viewer } = contest;
  if (!may.leave.isAllowed || !viewer || viewer.hasSubmitted || viewer.hasTeammates || viewer.leavesUntil) return "";
  if (!viewer.paidAmount)
    return t(
      hasTeams(contest)
        ? "Once you submit, you can leave this contest only if others are in your team."
        : "Once you submit, you can no longer leave this contest.",
    );
  return t(
    hasTeams(contest)
      ? "Once you submit, you can leave for a refund of {amount} only if others are in your team."
      : "Once you submit, you can no longer leave for a refund of {amount}.",
    { amount: formatTaka(viewer.paidAmount) },
  );
}

type Ratings = NonNullable<MyEntry["ratings"]>;

const JUDGES: Record<Ratings[number]["by"], string> = {
  creator: msg("The creator"),
  judge: msg("A judge"),
  admin: msg("An admin"),
};

/** Judges are named, as on the public page. */
const judgeLabel = ({ by, name }: Ratings[number]) =>
  by === "judge" && name ? <bdi>{name}</bdi> : t(labelOf(JUDGES, by));

function EntryFeedback({ ratings }: { ratings: Ratings }) {
  return (
    <section aria-labelledby="answer" className="pu:flex pu:flex-col pu:gap-4">
      <h3 id="answer" className="pu:text-lg pu:font-semibold">
        {t("Feedback on your entry")}
      </h3>
      {ratings.length === 0 && <p>{t("Your entry wasn't rated.")}</p>}
      {ratings.map((entryRating, index) => {
        const { rating, word, criteria } = entryRating;
        return (
          <div key={index} className="pu:flex pu:flex-col pu:gap-3">
            <p className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-3 pu:gap-y-1">
              {rating !== null && <Pennants rating={rating} />}
              <span>
                <T
                  text={
                    rating === null
                      ? "{judge} left feedback:"
                      : word
                        ? "{judge} rated it {rating} out of {best} and left feedback:"
                        : "{judge} rated it {rating} out of {best}."
                  }
                  judge={judgeLabel(entryRating)}
                  rating={rating ?? 0}
                  best={RATINGS.length}
                />
              </span>
            </p>
            {criteria.length > 0 && (
              <ul className="pu:list-disc pu:ps-5 pu:wrap-anywhere">
                {criteria.map(({ criterion, rating: value }) => (
                  <li key={criterion}>
                    <T
                      text="{criterion}: {rating} out of {best}"
                      criterion={<bdi>{criterion}</bdi>}
                      rating={value}
                      best={RATINGS.length}
                    />
                  </li>
                ))}
              </ul>
            )}
            {word && (
              <blockquote className="pu:border-l-4 pu:border-gold pu:pl-4">
                <UserText>{word}</UserText>
              </blockquote>
            )}
          </div>
        );
      })}
      {ratings.length > 0 && <p className="pu:text-sm pu:text-muted">{t("Other participants can't see this.")}</p>}
    </section>
  );
}

/** Rating as flags, rounded; the text beside it gives the exact value. */
const Pennants = ({ rating }: { rating: number }) => (
  <span aria-hidden="true" className="pu:flex pu:gap-1">
    {RATINGS.map((each) => (
      <span
        key={each}
        className={`cq-pennant pu:h-4 pu:w-6 ${each <= Math.round(rating) ? "pu:bg-gold" : "pu:bg-line"}`}
      />
    ))}
  </span>
);

function EntryReceipt({ entry }: { entry: MyEntry }) {
  const hasFiles = entry.files.length > 0;
  // Older servers omit the files' SHA-256; without them, the text's SHA-256 would differ from the receipt.
  const canDownload = entry.fileSums?.length === entry.files.length;
  return (
    <div className="pu:flex pu:flex-col pu:gap-5">
      <Note tone="success" title={t("Your entry was submitted")}>
        <T
          text="Received by our server on {time}"
          time={
            <time dateTime={entry.submittedAt} className="pu:font-semibold">
              {formatDateTime(entry.submittedAt)}
            </time>
          }
        />
        {entry.savedBy !== undefined && (
          <p>
            <T text="Last saved by {name}" name={<bdi>{entry.savedBy}</bdi>} />
          </p>
        )}
        <details className="pu:mt-1">
          <summary className="cq-link pu:inline-flex pu:min-h-11 pu:cursor-pointer pu:items-center">
            {t("Proof of submission")}
          </summary>
          <div className="pu:flex pu:flex-col pu:items-start pu:gap-3 pu:py-2">
            <p className="pu:font-mono pu:text-sm pu:break-all">SHA-256: {entry.sha256}</p>
            {canDownload && (
              <>
                <p>
                  {t(
                    entry.answers
                      ? "This number was calculated from your text, your link, your answers and any files. It proves that they haven't changed since."
                      : hasFiles
                        ? "This number was calculated from your text, your link and your files. It proves that they haven't changed since."
                        : "This number was calculated from your text and your link. It proves that they haven't changed since.",
                  )}{" "}
                  {t("You can calculate it again from the file below.")}
                </p>
                <Button variant="secondary" size="sm" onClick={() => save(receiptText(entry))}>
                  <Download aria-hidden="true" size={16} /> {t("Download text")}
                </Button>
              </>
            )}
          </div>
        </details>
      </Note>
      <EntryContent entry={entry} label={t("Your files")} />
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
