import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, Compass, FileText, Gavel, Inbox, type LucideIcon, PencilLine, Plus, ShieldCheck, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import type { MyContest, Phase } from "@conquest/shared/contracts/contests";
import type { Endpoint, InputOf } from "@conquest/shared/contracts/http/endpoint";
import { listJudgingInvitations } from "@conquest/shared/contracts/judging/judges";
import { listContactMessages } from "@conquest/shared/contracts/messages";
import { inReadingOrder } from "@conquest/shared/contracts/text/reading-order";
import { listParticipatedContests } from "@conquest/shared/contracts/taking-part";
import { listUsersExcept } from "@conquest/shared/contracts/users";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { counted } from "@conquest/shared/ui/words/text";
import { formatRelative, serverNow } from "@conquest/shared/ui/words/time";

interface Step {
  to: string;
  Icon: LucideIcon;
  title: string;
  text: string;
}

const ICON = { "aria-hidden": true, size: 20 } as const;

/** How many there are of a list, without loading it; undefined until known, 0 when it cannot be known. */
function useTotal<E extends Endpoint>(endpoint: E, input: InputOf<E>): number | undefined {
  const { data, isError } = useInfiniteQuery(pages(endpoint, input));
  return isError ? 0 : data?.pages[0]?.total;
}

const soonerFirst = (one: { deadline: string }, other: { deadline: string }) => Date.parse(one.deadline) - Date.parse(other.deadline);

/** What the caller judges for others and has not rated; undefined until known. */
function useRatingSteps(): Step[] | undefined {
  const { isJudge } = useAccount();
  const { data, isError } = useQuery({ ...query(listJudgingInvitations, { query: { isToRate: "true" } }), enabled: isJudge });
  if (!isJudge || isError) return [];
  return data
    ?.toSorted((one, other) => soonerFirst(one.contest, other.contest))
    .slice(0, 2)
    .map(({ ratedCount, contest: { _id, name, entryCount, phase, winnerDueAt } }) => ({
      to: `/dashboard/judging/${_id}`,
      Icon: Gavel,
      title: `Rate the entries of “${name}”`,
      text: `${ratedCount} of ${entryCount} rated. The winner ${phase === "overdue" ? "was" : "is"} due ${formatRelative(Date.parse(winnerDueAt), serverNow())}.`,
    }));
}

interface Steps {
  isKnown: boolean;
  steps: (Step | false | undefined)[];
  rest?: Step;
  /** What stands there where nothing else does. */
  idle?: Step;
  /** What stands below. */
  children: ReactNode;
}

/** Nobody knows how much room they take: until they are there nothing is shown that they would push away. */
function NextSteps({ isKnown: isOwnKnown, steps, rest, idle, children }: Steps) {
  const rating = useRatingSteps();
  const isKnown = isOwnKnown && rating !== undefined;
  const waiting = [...steps, ...(rating ?? []), rest].filter((step) => step !== false && step !== undefined);
  if (waiting.length === 0 && idle) waiting.push(idle);
  return (
    <>
      <section aria-labelledby="next-steps" aria-busy={!isKnown} className="du:mb-10">
        <SectionHeading title="What next" id="next-steps" />
        <ul className="du:grid du:gap-4 du:md:grid-cols-2 du:xl:grid-cols-3">
          {isKnown ? waiting.map((step) => <StepCard key={step.title} {...step} />) : <li className="cq-bone du:h-24 du:rounded-md" aria-hidden="true" />}
        </ul>
      </section>
      <div hidden={!isKnown}>{children}</div>
    </>
  );
}

function StepCard({ to, Icon, title, text }: Step) {
  return (
    <li>
      <Link to={to} className="du:flex du:h-full du:items-start du:gap-4 du:rounded-lg du:border du:border-line du:bg-surface du:p-5 du:shadow-sm du:hover:transition-colors du:hover:border-brand">
        <span className="du:grid du:size-11 du:shrink-0 du:place-items-center du:rounded-md du:bg-brand-soft du:text-brand-ink">
          <Icon {...ICON} />
        </span>
        <span className="du:min-w-0 du:flex-1">
          <span className="du:block du:font-semibold">{inReadingOrder(title)}</span>
          <span className="cq-hint du:block">{text}</span>
        </span>
        <ArrowRight {...ICON} className="du:mt-1 du:shrink-0" />
      </Link>
    </li>
  );
}

export function UserNextSteps({ children }: { children: ReactNode }) {
  const { email } = useAccount();
  const { data: joined, isError } = useQuery(query(listParticipatedContests, { params: { email } }));
  const withoutEntry = (joined ?? [])
    .filter(({ may, entryState }) => may.submit.isAllowed && entryState === "none")
    .toSorted(soonerFirst);
  const steps = withoutEntry.slice(0, 2).map(({ _id, name, deadline }) => ({
    to: `/contest-details/${_id}#entry`,
    Icon: FileText,
    title: `Submit your entry to “${name}”`,
    text: `Closes ${formatRelative(Date.parse(deadline), serverNow())}.`,
  }));
  const rest = {
    to: "/all_contests?phase=open",
    Icon: Compass,
    title: "Find a contest",
    text: joined?.length === 0 ? "Choose one that suits you, join it and submit your work." : "See what is open right now.",
  };
  return (
    <NextSteps isKnown={joined !== undefined || isError} steps={steps} rest={rest}>
      {children}
    </NextSteps>
  );
}

/** Closed with nobody in them, what ends sooner first; undefined until known. */
function useUnjoined(email: string): MyContest[] | undefined {
  const closed = (phase: Phase) => query(listMyContests, { params: { email }, query: { phase, isJoined: "false", limit: 1 } });
  const lists = [useQuery(closed("overdue")), useQuery(closed("judging"))];
  return lists.some(({ isPending }) => isPending) ? undefined : lists.flatMap(({ data }) => data ?? []);
}

export function CreatorNextSteps({ children }: { children: ReactNode }) {
  const { email } = useAccount();
  const inPhase = (phase: Phase) => ({ params: { email }, query: { phase, limit: 1 } });
  // Where nobody took part there is no winner to choose.
  const toJudge = (phase: Phase) => ({ params: { email }, query: { phase, isJoined: "true" as const, limit: 1 } });
  const judging = useTotal(listMyContests, toJudge("judging"));
  const overdue = useTotal(listMyContests, toJudge("overdue"));
  const changes = useTotal(listMyContests, inPhase("changes_requested"));
  const unjoined = useUnjoined(email);
  const waiting = judging !== undefined && overdue !== undefined ? judging + overdue : undefined;
  return (
    <NextSteps
      isKnown={waiting !== undefined && changes !== undefined && unjoined !== undefined}
      steps={[
        !!overdue && {
          to: "/dashboard/contest_submitted?phase=overdue",
          Icon: Gavel,
          title: `${counted(overdue, "winner is", "winners are")} overdue`,
          text: "The people who took part are waiting for your word.",
        },
        !!judging && {
          to: "/dashboard/contest_submitted?phase=judging",
          Icon: Gavel,
          title: `Choose ${counted(judging, "winner", "winners")}`,
          text: "The deadline has passed and the entries are in.",
        },
        !!changes && {
          to: "/dashboard/my_created_contests?phase=changes_requested",
          Icon: PencilLine,
          title: `Change ${counted(changes, "contest", "contests")}`,
          text: "An admin asked for changes before it can open.",
        },
        ...(unjoined ?? []).map(({ _id, name }) => ({
          to: `/dashboard/my_created_contests?contest=${_id}`,
          Icon: PencilLine,
          title: `Nobody joined “${name}”`,
          text: "With a later deadline it opens again; else it is cancelled.",
        })),
      ]}
      rest={{ to: "/dashboard/add_contest", Icon: Plus, title: "Add a contest", text: "An admin confirms it, then everyone can join." }}
    >
      {children}
    </NextSteps>
  );
}

export function AdminNextSteps({ children }: { children: ReactNode }) {
  const { email } = useAccount();
  const requests = useTotal(listUsersExcept, { params: { email }, query: { role: "requested", limit: 1 } });
  const inReview = useTotal(listContestsUnfiltered, { query: { phase: "in_review", limit: 1 } });
  const overdue = useTotal(listContestsUnfiltered, { query: { phase: "overdue", isJoined: "true", limit: 1 } });
  const messages = useTotal(listContactMessages, { query: { isHandled: "false", limit: 1 } });
  const isKnown = requests !== undefined && inReview !== undefined && overdue !== undefined && messages !== undefined;
  return (
    <NextSteps
      isKnown={isKnown}
      steps={[
        !!inReview && {
          to: "/dashboard/manage_contests?phase=in_review",
          Icon: ShieldCheck,
          title: `Review ${counted(inReview, "contest", "contests")}`,
          text: "Nobody sees them until you confirm.",
        },
        !!requests && {
          to: "/dashboard/manage_users?role=requested",
          Icon: UserRoundPlus,
          title: `Answer ${counted(requests, "request", "requests")}`,
          text: "People who ask to become a contest creator.",
        },
        !!overdue && {
          to: "/dashboard/manage_contests?phase=overdue",
          Icon: Gavel,
          title: `${counted(overdue, "winner is", "winners are")} overdue`,
          text: "You may choose the winner in place of the creator.",
        },
        !!messages && {
          to: "/dashboard/inbox",
          Icon: Inbox,
          title: `Read ${counted(messages, "message", "messages")}`,
          text: "Sent through the contact form.",
        },
      ]}
      idle={{ to: "/dashboard/manage_contests", Icon: CircleCheck, title: "Nothing waits for you", text: "Look through all contests." }}
    >
      {children}
    </NextSteps>
  );
}
