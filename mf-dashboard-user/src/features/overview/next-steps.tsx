import type { UseQueryResult } from "@tanstack/react-query";
import {
  ArrowRight,
  CircleCheck,
  Compass,
  FileText,
  Flag,
  Gavel,
  Gift,
  Inbox,
  PencilLine,
  Plus,
  Ticket,
  UserRoundPlus,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router-dom";
import { MAX_NEXT_STEPS, type NextStep } from "@conquest/shared/contracts/next-steps";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { SectionHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";

import { formatDateTime, formatRelative, serverNow } from "@conquest/shared/ui/format/time";

interface Card {
  to: string;
  Icon: LucideIcon;
  title: string;
  text: string;
}

const ICON = { "aria-hidden": true, size: 20 } as const;

const fromNow = (at: string) => formatRelative(Date.parse(at), serverNow());

/** Names the contest, and the prize unless it is the first one. */
const prizeTitle = ({
  contest: { name },
  prizeName,
}: {
  contest: { name: string };
  prizeName?: string | null | undefined;
}) => (prizeName ? `${name} · ${prizeName}` : name);

const WINNERS_OVERDUE = msg("{n, plural, one {# winner is overdue} other {# winners are overdue}}");

/** Returns undefined for kinds that a newer server added. */
function cardOf(step: NextStep): Card | undefined {
  switch (step.kind) {
    case "reported":
      return {
        to: `/dashboard/reported/${step.caseId}`,
        Icon: Flag,
        title: t(
          step.reported === "contest"
            ? "Respond to the report about “{name}”"
            : "Respond to the report about your entry to “{name}”",
          step.contest,
        ),
        text:
          Date.parse(step.answerUntil) > serverNow()
            ? t("An admin decides after {time}.", { time: formatDateTime(step.answerUntil) })
            : t("An admin may decide at any time."),
      };
    case "spot_offered":
      return {
        to: `/contest-details/${step.contest._id}`,
        Icon: Ticket,
        title: t("Join “{name}”: a spot is held for you", step.contest),
        text: t("The offer ends {time}.", { time: fromNow(step.offerEndsAt) }),
      };
    case "questions":
      return {
        to: `/contest-details/${step.contest._id}#questions`,
        Icon: Inbox,
        title: t("{n, plural, one {Answer # question about “{name}”} other {Answer # questions about “{name}”}}", {
          n: step.questionCount,
          name: step.contest.name,
        }),
        text: t("Everyone who can see the contest can read your answers."),
      };
    case "reports":
      return {
        to: "/dashboard/reports?state=open",
        Icon: Flag,
        title: t("{n, plural, one {Review # report} other {Review # reports}}", { n: step.count }),
        text: t("Someone reported a contest or an entry."),
      };
    case "invitations":
      return {
        to: "/dashboard/judging",
        Icon: Gavel,
        title: t("{n, plural, one {Respond to # invitation} other {Respond to # invitations}}", { n: step.count }),
        text: t("Creators invited you to judge their contests."),
      };
    case "winners_overdue":
      return {
        to: "/dashboard/contest_submitted?phase=overdue",
        Icon: Gavel,
        title: t(WINNERS_OVERDUE, { n: step.count }),
        text: t("Participants are waiting for the result."),
      };
    case "winners_due":
      return {
        to: "/dashboard/contest_submitted?phase=judging",
        Icon: Gavel,
        title: t("{n, plural, one {Pick # winner} other {Pick # winners}}", { n: step.count }),
        text: t("The deadline has passed and the entries are ready to judge."),
      };
    case "changes_requested":
      return {
        to: "/dashboard/my_created_contests?phase=changes_requested",
        Icon: PencilLine,
        title: t("{n, plural, one {Update # contest} other {Update # contests}}", { n: step.count }),
        text: t("An admin asked for changes. Save them to send the contest back for review."),
      };
    case "deadline_passed":
      return {
        to: `/dashboard/my_created_contests?contest=${step.contest._id}`,
        Icon: PencilLine,
        title: t("Set a new deadline for “{name}”", step.contest),
        text: t("It passed before an admin approved the contest."),
      };
    case "nobody_joined":
      return {
        to: `/dashboard/my_created_contests?contest=${step.contest._id}`,
        Icon: PencilLine,
        title: t("No one joined “{name}”", step.contest),
        text: t("Extend the deadline to reopen it, or it will be cancelled."),
      };
    case "review":
      return {
        to: "/dashboard/manage_contests?phase=in_review",
        Icon: CircleCheck,
        title: t("{n, plural, one {Review # contest} other {Review # contests}}", { n: step.count }),
        text: t("They aren't open until you approve them."),
      };
    case "role_requests":
      return {
        to: "/dashboard/manage_users?role=requested",
        Icon: UserRoundPlus,
        title: t("{n, plural, one {Review # creator request} other {Review # creator requests}}", { n: step.count }),
        text: t("From people who want to become contest creators."),
      };
    case "winners_to_choose":
      return {
        to: "/dashboard/manage_contests?phase=overdue",
        Icon: Gavel,
        title:
          step.count < MAX_NEXT_STEPS
            ? t(WINNERS_OVERDUE, { n: step.count })
            : t("More than {n} winners are overdue", { n: MAX_NEXT_STEPS - 1 }),
        text: t("You can pick the winner instead of the creator."),
      };
    case "stand_in":
      return {
        to: `/dashboard/contest_submitted/${step.contest._id}`,
        Icon: Gavel,
        title: t("Pick the winner of “{name}”", step.contest),
        text: t("Its creator is blocked, so an admin picks the winner."),
      };
    case "messages":
      return {
        to: "/dashboard/inbox",
        Icon: Inbox,
        title: t("{n, plural, one {Read # message} other {Read # messages}}", { n: step.count }),
        text: t("Sent through the contact form."),
      };
    case "entry_missing":
      return {
        to: `/contest-details/${step.contest._id}#entry`,
        Icon: FileText,
        title: t("Submit your entry to “{name}”", step.contest),
        text: t("Closes {time}.", { time: fromNow(step.deadline) }),
      };
    case "ratings_missing":
      return {
        to: `/dashboard/judging/${step.contest._id}`,
        Icon: Gavel,
        title: t("Rate the entries of “{name}”", step.contest),
        text: t(
          step.isOverdue
            ? "{rated} of {all} rated. The winner was due {time}."
            : "{rated} of {all} rated. The winner is due {time}.",
          { rated: step.ratedCount, all: step.entryCount, time: fromNow(step.winnerDueAt) },
        ),
      };
    case "prize_to_confirm":
      return {
        to: `/contest-details/${step.contest._id}#prize`,
        Icon: Gift,
        title: t("Confirm your prize for “{name}”", { name: prizeTitle(step) }),
        text: t("It was sent. Say whether it arrived."),
      };
    case "prize_to_send":
      return {
        to: `/contest-details/${step.contest._id}#prize`,
        Icon: Gift,
        title: t("Send the prize of “{name}”", { name: prizeTitle(step) }),
        text: t(Date.parse(step.dueAt) > serverNow() ? "Due {time}. Then mark it as sent." : "It was due {time}.", {
          time: fromNow(step.dueAt),
        }),
      };
    case "prizes_to_settle":
      return {
        to: "/dashboard/prizes",
        Icon: Gift,
        title: t("{n, plural, one {Review # prize} other {Review # prizes}}", { n: step.count }),
        text: t("The winner reported a problem, or didn't confirm in time."),
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
  const n = { n: count };
  const text = t("See the full list.");
  switch (of) {
    case "entry_missing":
      return {
        to: "/dashboard/my_participated_contests?group=to_do",
        Icon: FileText,
        title: t(
          "{n, plural, one {Submit your entry to # more contest} other {Submit your entry to # more contests}}",
          n,
        ),
        text,
      };
    case "ratings_missing":
      return {
        to: "/dashboard/judging",
        Icon: Gavel,
        title: t(
          "{n, plural, one {Rate the entries of # more contest} other {Rate the entries of # more contests}}",
          n,
        ),
        text,
      };
    case "prize_to_confirm":
      return {
        to: "/dashboard/my_winning_contests",
        Icon: Gift,
        title: t("{n, plural, one {Confirm # more prize} other {Confirm # more prizes}}", n),
        text,
      };
    case "prize_to_send":
      return {
        to: "/dashboard/my_created_contests",
        Icon: Gift,
        title: t("{n, plural, one {Send # more prize} other {Send # more prizes}}", n),
        text,
      };
    case "spot_offered":
      return {
        to: "/dashboard/my_participated_contests",
        Icon: Ticket,
        title: t("{n, plural, one {# more spot is held for you} other {# more spots are held for you}}", n),
        text,
      };
    case "questions":
      return {
        to: "/dashboard/my_created_contests",
        Icon: Inbox,
        title: t(
          "{n, plural, one {Answer questions about # more contest} other {Answer questions about # more contests}}",
          n,
        ),
        text,
      };
    case "deadline_passed":
      return {
        to: "/dashboard/my_created_contests?phase=in_review",
        Icon: PencilLine,
        title: t(
          "{n, plural, one {Set a new deadline for # more contest} other {Set a new deadline for # more contests}}",
          n,
        ),
        text,
      };
    case "nobody_joined":
      return {
        to: "/dashboard/contest_submitted",
        Icon: PencilLine,
        title: t(
          "{n, plural, one {# more contest closed without participants} other {# more contests closed without participants}}",
          n,
        ),
        text,
      };
    case "stand_in":
      return {
        to: "/dashboard/manage_contests?phase=judging",
        Icon: Gavel,
        title: t("{n, plural, one {Pick the winner of # more contest} other {Pick the winner of # more contests}}", n),
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
      title: t("You're all caught up"),
      text: t("Browse all contests."),
    };
  if (role === "creator")
    return {
      isBeside: true,
      to: "/dashboard/add_contest",
      Icon: Plus,
      title: t("Add a contest"),
      text: t("Once an admin approves it, anyone can join."),
    };
  return {
    isBeside: true,
    to: "/all_contests?phase=open",
    Icon: Compass,
    title: t("Find a contest"),
    text: t(takesPart ? "See which contests are open now." : "Pick one you like, join it and submit your entry."),
  };
}

export function NextSteps({ steps }: { steps: UseQueryResult<NextStep[]> }) {
  const { isBeside, ...suggestion } = useSuggestion();
  return (
    <section aria-labelledby="next-steps" aria-busy={steps.isPending} className="du:mb-10">
      <SectionHeading title={t("Next steps")} id="next-steps" />
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
