import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { query } from "@conquest/shared/singletons/api-hooks";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { useFocusHashTarget } from "../use-focus-hash-target";
import { EntryFeedback } from "./entry-feedback";
import { EntryForm } from "./entry-form";
import { ENTRY_HEADING, EntryPanel, SkeletonEntry } from "./entry-panel";
import { EntryPublishing } from "./entry-publishing";
import { EntryReceipt } from "./entry-receipt";
import { KeptLateEntry } from "./late-entry";
import { ShowIfWins } from "./show-if-wins";
import { entryDraftKey, hasEntrySection } from "./use-replaced-entry";

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
                <p className="cq-hint">You withdrew an entry on {formatDateTime(withdrawnAt)}.</p>
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
  const [hasAsked, setHasAsked] = useState(false);
  const showEntry = () => setIsWriting(false);

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
        entry={entry}
        takesFocus={hasAsked}
        closedBecause={because}
        canJoin={contest.may.join.isAllowed}
        onDone={done}
        onOver={showEntry}
      />
    );
  }
  if (!entry) return <p>You did not submit an entry. {because}</p>;
  return (
    <>
      {entry.ratings && <EntryFeedback ratings={entry.ratings} />}
      <EntryReceipt entry={entry} />
      {contest.may.showIfWins.isAllowed ? (
        <ShowIfWins contestId={contest._id} showIfWins={entry.showIfWins} />
      ) : (
        <EntryPublishing contest={contest} entry={entry} />
      )}
      {isAllowed && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              setHasAsked(true);
              setIsWriting(true);
            }}>
            Edit your entry
          </Button>
        </div>
      )}
    </>
  );
}
