import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { Section } from "@conquest/shared/ui/page/section";

interface Step {
  title: string;
  icon: "flag" | "gavel" | "trophy";
  at: string;
  text: string;
}

const STEP_BY_PHASE: Partial<Record<Phase, number>> = { open: 0, judging: 1, overdue: 2, completed: 3 };

function timelineSteps(contest: ContestDetails): Step[] {
  const { phase, deadline, winnerDueAt, refundAt, amountDue } = contest;
  const { winner, participantCount, hidesNames, isPublic, adminsChoose, nobodyCanWin } = contest;
  const isClosed = (STEP_BY_PHASE[phase] ?? 0) > 0;
  const closing: Step = {
    title: isClosed ? "Closed" : "Closes",
    icon: "flag",
    at: deadline,
    text: isClosed
      ? "Until then people joined, handed in their entry and changed it."
      : `Until then ${phase === "open" && !isPublic ? "those who have joined" : "people join,"} hand in their entry and change it.`,
  };
  // The winner may have been chosen before the due date, so listing both would be out of order.
  if (winner) return [closing, { title: "Result", icon: "trophy", at: winner.at, text: "The winner was chosen." }];
  if (isClosed && participantCount === 0) {
    return [
      { ...closing, text: "Nobody joined until then." },
      { title: "Result", icon: "trophy", at: refundAt, text: "Without a later deadline the contest is cancelled." },
    ];
  }
  const judging = nobodyCanWin
    ? "At the moment no entry can win."
    : adminsChoose
      ? adminJudgingText(phase)
      : phase === "overdue"
        ? "Until then the creator was to choose the winner. Now admins may choose too."
        : "By then the creator chooses the winner. After that admins may choose too.";
  const ending = amountDue > 0 ? "everybody who paid has their money back" : "the contest is cancelled";
  return [
    closing,
    {
      title: "Judging",
      icon: "gavel",
      at: winnerDueAt,
      text: hidesNames ? `${judging} Until the choice nobody who judges sees names.` : judging,
    },
    {
      title: "Result",
      icon: "trophy",
      at: refundAt,
      text: `At the latest. Without a winner by then${isClosed ? "" : ", or if nobody hands in an entry"}, ${ending}.`,
    },
  ];
}

/** Used while the creator is blocked, which may have happened only after the winner was due. */
const adminJudgingText = (phase: Phase) =>
  phase === "overdue"
    ? "Until then the winner was to be chosen. Admins still may."
    : "By then an admin chooses the winner: the creator cannot at the moment.";

export function ContestTimeline({ contest }: { contest: ContestDetails }) {
  const format = useDateTimeFormat();
  const isLate = useIsReviewOverdue(contest);
  const steps = timelineSteps(contest);
  const step = STEP_BY_PHASE[contest.phase];
  // With a winner all steps are done; without participants there is one step less.
  const current = step && !contest.winner ? Math.min(step, steps.length - 1) : step;
  // No dates are promised until the contest has a new deadline.
  if (isLate) return null;
  return (
    <Section headingId="timeline" title="What happens when" className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <ol className="pu:grid pu:sm:auto-cols-fr pu:sm:grid-flow-col">
        {steps.map(({ title, icon, at, text }, index) => (
          <li
            key={title}
            aria-current={index === current ? "step" : undefined}
            className={`${STEP} ${isBehind(index, current) ? "pu:after:bg-brand" : "pu:after:bg-line"}`}>
            <span aria-hidden="true" className={`cq-icon cq-icon-${icon} ${MARKER} ${markerClass(index, current)}`} />
            <div className="pu:sm:mt-3">
              <p>
                <strong>{title}</strong> <StepTime at={at} words={format(at)} />
              </p>
              <p className="cq-hint cq-running-text pu:mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/**
 * Day and time are on separate lines in every time zone, so hydration with the viewer's zone causes no layout shift.
 */
function StepTime({ at, words }: { at: string; words: string }) {
  const [day, hour] = words.split(", ");
  return (
    <time dateTime={at}>
      <span className="pu:block pu:whitespace-nowrap">{day}</span>{" "}
      <span className="pu:block pu:text-sm pu:whitespace-nowrap pu:text-muted">{hour}</span>
    </time>
  );
}

const isBehind = (index: number, current: number | undefined) => current !== undefined && index < current;

const markerClass = (index: number, current: number | undefined) =>
  index === current
    ? "pu:bg-gold pu:text-on-gold"
    : isBehind(index, current)
      ? "pu:bg-brand pu:text-on-brand"
      : "pu:bg-sunk pu:text-muted";

const MARKER = "pu:grid pu:size-9 pu:place-items-center pu:rounded-full pu:before:size-4";

const STEP =
  "pu:relative pu:grid pu:grid-cols-[2.25rem_1fr] pu:gap-x-4 pu:pb-5 pu:last:pb-0 pu:sm:block pu:sm:pe-6 pu:sm:pb-0 pu:sm:last:pe-0 " +
  "pu:after:absolute pu:after:top-11 pu:after:bottom-2 pu:after:left-[1.0625rem] pu:after:w-0.5 pu:last:after:hidden " +
  "pu:sm:after:top-[1.0625rem] pu:sm:after:right-2 pu:sm:after:bottom-auto pu:sm:after:left-11 pu:sm:after:h-0.5 pu:sm:after:w-auto";
