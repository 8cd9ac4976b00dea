import type { UseQueryResult } from "@tanstack/react-query";
import {
  ArrowRight,
  CircleCheck,
  Compass,
  FileText,
  Flag,
  Gavel,
  Inbox,
  PencilLine,
  Plus,
  UserRoundPlus,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router-dom";
import { MAX_NEXT_STEPS, type NextStep } from "@conquest/shared/contracts/next-steps";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize } from "@conquest/shared/ui/format/text";
import { formatDateTime, formatRelative, serverNow } from "@conquest/shared/ui/format/time";

interface Card {
  to: string;
  Icon: LucideIcon;
  title: string;
  text: string;
}

const ICON = { "aria-hidden": true, size: 20 } as const;

const fromNow = (at: string) => formatRelative(Date.parse(at), serverNow());

/** Returns undefined for kinds that a newer server added. */
function cardOf(step: NextStep): Card | undefined {
  switch (step.kind) {
    case "reported":
      return {
        to: `/dashboard/reported/${step.caseId}`,
        Icon: Flag,
        title:
          step.reported === "contest"
            ? `Respond to the report about “${step.contest.name}”`
            : `Respond to the report about your entry to “${step.contest.name}”`,
        text:
          Date.parse(step.answerUntil) > serverNow()
            ? `An admin decides after ${formatDateTime(step.answerUntil)}.`
            : "An admin may decide at any time.",
      };
    case "questions":
      return {
        to: `/contest-details/${step.contest._id}#questions`,
        Icon: Inbox,
        title: `Answer ${pluralize(step.questionCount, "question", "questions")} about “${step.contest.name}”`,
        text: "Everyone can read your answers.",
      };
    case "reports":
      return {
        to: "/dashboard/reports?state=open",
        Icon: Flag,
        title: `Review ${pluralize(step.count, "report", "reports")}`,
        text: "Someone reported a contest or an entry.",
      };
    case "invitations":
      return {
        to: "/dashboard/judging",
        Icon: Gavel,
        title: `Respond to ${pluralize(step.count, "invitation", "invitations")}`,
        text: "Creators invited you to judge their contests.",
      };
    case "winners_overdue":
      return {
        to: "/dashboard/contest_submitted?phase=overdue",
        Icon: Gavel,
        title: `${pluralize(step.count, "winner is", "winners are")} overdue`,
        text: "Participants are waiting for the result.",
      };
    case "winners_due":
      return {
        to: "/dashboard/contest_submitted?phase=judging",
        Icon: Gavel,
        title: `Pick ${pluralize(step.count, "winner", "winners")}`,
        text: "The deadline has passed and the entries are ready to judge.",
      };
    case "changes_requested":
      return {
        to: "/dashboard/my_created_contests?phase=changes_requested",
        Icon: PencilLine,
        title: `Update ${pluralize(step.count, "contest", "contests")}`,
        text: "An admin asked for changes. Save them to send the contest back for review.",
      };
    case "deadline_passed":
      return {
        to: `/dashboard/my_created_contests?contest=${step.contest._id}`,
        Icon: PencilLine,
        title: `Set a new deadline for “${step.contest.name}”`,
        text: "It passed before an admin approved the contest.",
      };
    case "nobody_joined":
      return {
        to: `/dashboard/my_created_contests?contest=${step.contest._id}`,
        Icon: PencilLine,
        title: `No one joined “${step.contest.name}”`,
        text: "Extend the deadline to reopen it, or it will be cancelled.",
      };
    case "review":
      return {
        to: "/dashboard/manage_contests?phase=in_review",
        Icon: CircleCheck,
        title: `Review ${pluralize(step.count, "contest", "contests")}`,
        text: "They stay private until you approve them.",
      };
    case "role_requests":
      return {
        to: "/dashboard/manage_users?role=requested",
        Icon: UserRoundPlus,
        title: `Review ${pluralize(step.count, "role request", "role requests")}`,
        text: "From people who want to become contest creators.",
      };
    case "winners_to_choose":
      return {
        to: "/dashboard/manage_contests?phase=overdue",
        Icon: Gavel,
        title: `${step.count < MAX_NEXT_STEPS ? pluralize(step.count, "winner is", "winners are") : `More than ${MAX_NEXT_STEPS - 1} winners are`} overdue`,
        text: "You can pick the winner instead of the creator.",
      };
    case "stand_in":
      return {
        to: `/dashboard/contest_submitted/${step.contest._id}`,
        Icon: Gavel,
        title: `Pick the winner of “${step.contest.name}”`,
        text: "Its creator is blocked, so an admin picks the winner.",
      };
    case "messages":
      return {
        to: "/dashboard/inbox",
        Icon: Inbox,
        title: `Read ${pluralize(step.count, "message", "messages")}`,
        text: "Sent through the contact form.",
      };
    case "entry_missing":
      return {
        to: `/contest-details/${step.contest._id}#entry`,
        Icon: FileText,
        title: `Submit your entry to “${step.contest.name}”`,
        text: `Closes ${fromNow(step.deadline)}.`,
      };
    case "ratings_missing":
      return {
        to: `/dashboard/judging/${step.contest._id}`,
        Icon: Gavel,
        title: `Rate the entries of “${step.contest.name}”`,
        text: `${step.ratedCount} of ${step.entryCount} rated. The winner ${step.isOverdue ? "was" : "is"} due ${fromNow(step.winnerDueAt)}.`,
      };
    case "more":
      return moreCard(step);
    default:
      step satisfies never;
      return undefined;
  }
}

/** Links to the list with the remaining contests of a kind; returns no card for kinds this part doesn't know. */
function moreCard({ of, count }: Extract<NextStep, { kind: "more" }>): Card | undefined {
  const contests = count === 1 ? "1 more contest" : `${count} more contests`;
  const text = "See the full list.";
  switch (of) {
    case "entry_missing":
      return {
        to: "/dashboard/my_participated_contests?group=to_do",
        Icon: FileText,
        title: `Submit your entry to ${contests}`,
        text,
      };
    case "ratings_missing":
      return { to: "/dashboard/judging", Icon: Gavel, title: `Rate the entries of ${contests}`, text };
    case "questions":
      return { to: "/dashboard/my_created_contests", Icon: Inbox, title: `Answer questions about ${contests}`, text };
    case "deadline_passed":
      return {
        to: "/dashboard/my_created_contests?phase=in_review",
        Icon: PencilLine,
        title: `Set a new deadline for ${contests}`,
        text,
      };
    case "nobody_joined":
      return {
        to: "/dashboard/contest_submitted",
        Icon: PencilLine,
        title: `${contests} closed without participants`,
        text,
      };
    case "stand_in":
      return {
        to: "/dashboard/manage_contests?phase=judging",
        Icon: Gavel,
        title: `Pick the winner of ${contests}`,
        text,
      };
    default:
      of satisfies never;
      return undefined;
  }
}

/** Suggests something to do: for admins only if there are no steps, for users and creators in addition. */
function useSuggestion(): Card & { isBeside: boolean } {
  const { role, takesPart } = useAccount();
  if (role === "admin")
    return {
      isBeside: false,
      to: "/dashboard/manage_contests",
      Icon: CircleCheck,
      title: "You're all caught up",
      text: "Browse all contests.",
    };
  if (role === "creator")
    return {
      isBeside: true,
      to: "/dashboard/add_contest",
      Icon: Plus,
      title: "Add a contest",
      text: "Once an admin approves it, anyone can join.",
    };
  return {
    isBeside: true,
    to: "/all_contests?phase=open",
    Icon: Compass,
    title: "Find a contest",
    text: takesPart ? "See which contests are open now." : "Pick one you like, join it and submit your entry.",
  };
}

export function NextSteps({ steps }: { steps: UseQueryResult<NextStep[]> }) {
  const { isBeside, ...suggestion } = useSuggestion();
  return (
    <section aria-labelledby="next-steps" aria-busy={steps.isPending} className="du:mb-10">
      <SectionHeading title="Next steps" id="next-steps" />
      <QueryView query={steps} skeleton={<div className="cq-bone du:h-24 du:rounded-md" aria-hidden="true" />}>
        {(stepList) => {
          const cards = stepList.flatMap((step) => cardOf(step) ?? []);
          return (
            <ul className="du:grid du:gap-4 du:md:grid-cols-2 du:md:[&>:last-child:nth-child(odd)]:col-span-2">
              {cards.concat(isBeside || cards.length === 0 ? suggestion : []).map((card) => (
                <StepCard key={card.to + card.title} {...card} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </section>
  );
}

function StepCard({ to, Icon, title, text }: Card) {
  return (
    <li>
      <Link
        to={to}
        className="du:flex du:h-full du:items-start du:gap-4 du:rounded-lg du:border du:border-line du:bg-surface du:p-5 du:shadow-sm du:hover:transition-colors du:hover:border-brand">
        <span className="du:grid du:size-11 du:shrink-0 du:place-items-center du:rounded-md du:bg-brand-soft du:text-brand-ink">
          <Icon {...ICON} />
        </span>
        <span className="du:min-w-0 du:flex-1 du:wrap-anywhere">
          <span className="du:block du:font-semibold">{isolateQuotedText(title)}</span>
          <span className="cq-hint du:block">{text}</span>
        </span>
        <ArrowRight {...ICON} className="du:mt-1 du:shrink-0" />
      </Link>
    </li>
  );
}
