import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Avatar } from "@conquest/shared/ui/avatar";
import { Button } from "@conquest/shared/ui/button";
import { PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { TagLabel } from "@conquest/shared/ui/contest/tag";
import { Note } from "@conquest/shared/ui/note";
import { Picture } from "@conquest/shared/ui/picture";
import { counted } from "@conquest/shared/ui/text";
import { UserText } from "@conquest/shared/ui/user-text";
import { ContestView } from "./contest-view";
import { EntrySection } from "./entry-section";
import { JoinPanel } from "./join-panel";
import { useBack } from "./use-back";
import { useContest, type Viewer } from "./use-contest";
import { WinnerCard } from "./winner-card";

export default function ContestDetailsPage() {
  const { id = "" } = useParams();
  const { contest, viewer } = useContest(id);
  const back = useBack("/all_contests");

  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-6 pu:pb-20">
      <Button variant="ghost" size="sm" onClick={back} className="pu:-ml-3 pu:self-start">
        <ArrowLeft aria-hidden size={16} /> Back
      </Button>
      <ContestView contest={contest}>{(data) => <Details contest={data} viewer={viewer} />}</ContestView>
    </div>
  );
}

function Details({ contest, viewer }: { contest: ContestDetails; viewer: Viewer }) {
  return (
    <article className="pu:flex pu:flex-col pu:gap-8">
      <title>{`${contest.name} | Conquest`}</title>
      <ReviewNote contest={contest} />
      <header className="pu:flex pu:flex-col pu:gap-4">
        <div className="pu:flex pu:flex-wrap pu:items-center pu:gap-3">
          <PhaseBadge phase={contest.phase} />
          <TagLabel tag={contest.tags} />
        </div>
        <h1 tabIndex={-1} className="cq-title pu:break-words">
          {contest.name}
        </h1>
        <p className="pu:flex pu:flex-wrap pu:items-center pu:gap-x-4 pu:gap-y-2">
          <span className="pu:flex pu:items-center pu:gap-2">
            <Avatar src={contest.creator.photo} name={contest.creator.name} size={32} alt="" />
            <span>
              by <strong>{contest.creator.name || "a creator without a name"}</strong>
            </span>
          </span>
          <span>{counted(contest.participantCount, "participant", "participants")}</span>
        </p>
      </header>
      <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[minmax(0,1fr)_22rem] pu:lg:grid-rows-[auto_1fr]">
        <Picture src={contest.image} alt="" isUrgent className="pu:w-full pu:rounded-lg" />
        <aside aria-label="Taking part" className="pu:lg:sticky pu:lg:top-24 pu:lg:row-span-2 pu:lg:self-start">
          <JoinPanel contest={contest} viewer={viewer} />
        </aside>
        <div className="pu:flex pu:min-w-0 pu:flex-col pu:gap-8">
          {contest.winner && <WinnerCard winner={contest.winner} isViewer={viewer?.isWinner ?? false} />}
          <section aria-labelledby="description" className="pu:flex pu:flex-col pu:gap-3">
            <h2 id="description" className="cq-section-title">
              Description
            </h2>
            <UserText>{contest.description}</UserText>
          </section>
          <section aria-labelledby="task" className="pu:flex pu:flex-col pu:gap-3">
            <h2 id="task" className="cq-section-title">
              Task
            </h2>
            <UserText>{contest.task}</UserText>
          </section>
          {viewer?.hasJoined && <EntrySection contest={contest} />}
        </div>
      </div>
    </article>
  );
}

const REVIEW_NOTES: Partial<Record<ContestDetails["phase"], { title: string; text: string }>> = {
  in_review: { title: "In review", text: "Only its creator and the admins see this contest until an admin confirms it." },
  changes_requested: {
    title: "Changes requested",
    text: "An admin asked for changes. Only its creator and the admins see this contest until it is confirmed.",
  },
  rejected: { title: "Rejected", text: "An admin did not accept this contest. Only its creator and the admins see it." },
};

function ReviewNote({ contest }: { contest: ContestDetails }) {
  const note = REVIEW_NOTES[contest.phase];
  return note ? (
    <Note tone="warning" title={note.title}>
      {note.text}
    </Note>
  ) : null;
}
