import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink, Trophy } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ResponseOf } from "@conquest/shared/contracts/endpoint";
import { listContestEntries } from "@conquest/shared/contracts/entries";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/avatar";
import { Badge, CountBadge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { SkeletonRows } from "@conquest/shared/ui/data-table";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { LoadMore } from "@conquest/shared/ui/load-more";
import { formatTaka } from "@conquest/shared/ui/money";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { QueryView } from "@conquest/shared/ui/query-view";
import { counted } from "@conquest/shared/ui/text";
import { RelativeTime, formatDateTime } from "@conquest/shared/ui/time";
import { UserText } from "@conquest/shared/ui/user-text";
import { DeclareWinnerDialog } from "./declare-winner-dialog";

type ContestEntry = ResponseOf<typeof listContestEntries>[number];

export default function ContestEntriesPage() {
  const { id = "" } = useParams();
  const { role } = useAccount();
  const contest = useQuery(query(getContestDetails, { params: { id } }));
  const entries = useInfiniteQuery(pages(listContestEntries, { params: { contestId: id } }));
  const [chosen, setChosen] = useState<ContestEntry>();
  const back = role === "admin" ? { to: "/dashboard/manage_contests", name: "Manage Contests" } : { to: "/dashboard/contest_submitted", name: "My Submitted Contests" };
  return (
    <>
      <Link to={back.to} className="cq-link dc:mb-4 dc:inline-flex dc:items-center dc:gap-1">
        <ArrowLeft aria-hidden="true" size={16} /> {back.name}
      </Link>
      <QueryView query={contest} skeleton={<SkeletonRows label="Loading the contest" />}>
        {(details) => {
          const { may } = details;
          const canChoose = may.declareWinner.isAllowed;
          return (
            <>
              <title>{`Entries: ${details.name} | Conquest`}</title>
              <PageHeading
                title={details.name}
                badge={<PhaseBadge phase={details.phase} />}
                subtitle={`Prize ${formatTaka(details.prize)} · ${counted(details.participantCount, "person", "people")} joined`}
              />
              {may.readEntries.isAllowed && <State contest={details} canChoose={canChoose && entries.data?.pages[0]?.total !== 0} />}
              <QueryView query={entries} skeleton={<SkeletonRows label="Loading the entries" />}>
                {(data) => {
                  const shown = data.pages.flatMap((page) => page.items);
                  const total = data.pages[0]?.total ?? shown.length;
                  if (shown.length === 0) {
                    return <NoEntries contest={details} contests={role === "admin" ? back : { to: "/dashboard/my_created_contests", name: "My Created Contests" }} />;
                  }
                  return (
                    <section aria-labelledby="entries">
                      <h2 id="entries" className="cq-section-title dc:mb-4 dc:flex dc:items-center dc:gap-2">
                        Entries <CountBadge count={total} label={total === 1 ? "entry" : "entries"} />
                      </h2>
                      <ul className="dc:flex dc:flex-col dc:gap-4">
                        {shown.map((entry) => (
                          <li key={entry._id}>
                            <EntryCard entry={entry} onChoose={canChoose ? () => setChosen(entry) : undefined} />
                          </li>
                        ))}
                      </ul>
                      <LoadMore
                        hasMore={entries.hasNextPage}
                        isLoading={entries.isFetchingNextPage}
                        onMore={() => void entries.fetchNextPage()}
                        shown={shown.length}
                        total={total}
                      />
                    </section>
                  );
                }}
              </QueryView>
              {chosen && <DeclareWinnerDialog contest={details} entry={chosen} onClose={() => setChosen(undefined)} />}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

/** `contests` is the list in which the contest can be cancelled. */
function NoEntries({ contest: { phase, may }, contests }: { contest: ContestDetails; contests: { to: string; name: string } }) {
  if (phase !== "judging" && phase !== "overdue") {
    return (
      <EmptyState title={phase === "open" ? "No entries yet" : "No entries"}>
        <p>{phase === "open" ? "People can hand in until the deadline." : "Nobody has handed in an entry."}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No entries">
      <p>Nobody handed in an entry before the deadline, so there is nobody to choose.</p>
      {may.remove.isAllowed && (
        <p>
          You can {may.remove.how} the contest under{" "}
          <Link to={contests.to} className="cq-link">
            {contests.name}
          </Link>
          {may.remove.how === "cancel" && ": everyone who paid is refunded"}.
        </p>
      )}
    </EmptyState>
  );
}

function State({ contest: { phase, deadline, winner }, canChoose }: { contest: ContestDetails; canChoose: boolean }) {
  const said = () => {
    if (winner) {
      return (
        <Note tone="success" title={`${winner.name} won this contest`}>
          {winner.note && <UserText>{winner.note}</UserText>}
        </Note>
      );
    }
    if (phase === "open") {
      return <Note title="Entries are still coming in">You can choose the winner after the deadline, {formatDateTime(deadline)}. Until then people may change their entry.</Note>;
    }
    if (phase === "overdue") return <Note tone="warning" title="The winner is overdue">The people who took part have waited more than two weeks since the deadline.</Note>;
    if (canChoose) return <Note title="Time to choose a winner">Read the entries and choose one. Everyone who took part is told.</Note>;
    return null;
  };
  return <div className="dc:mb-6">{said()}</div>;
}

function EntryCard({ entry, onChoose }: { entry: ContestEntry; onChoose: (() => void) | undefined }) {
  const { name, photo, text, link, files, submittedAt, sha256, isWinner } = entry;
  return (
    <article className="cq-panel" aria-label={`Entry of ${name}`}>
      <header className="dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
        <div className="dc:flex dc:min-w-0 dc:flex-1 dc:basis-56 dc:items-center dc:gap-3">
          <Avatar src={photo} name={name} alt="" />
          <div className="dc:min-w-0">
            <h3 className="dc:font-semibold dc:wrap-anywhere">{name}</h3>
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
          <Button size="sm" onClick={onChoose} aria-label={`Choose ${name} as the winner`}>
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
          <FileList files={files} label={`Files of ${name}`} />
        </div>
      )}
      <p className="cq-hint dc:mt-3 dc:break-all">Receipt: {sha256}</p>
    </article>
  );
}
