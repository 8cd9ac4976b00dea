import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { useIsLateForReview } from "@conquest/shared/ui/contest/deadline-text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

type Dated = Pick<
  ContestDetails,
  | "phase"
  | "deadline"
  | "winnerDueAt"
  | "refundAt"
  | "amountDue"
  | "winner"
  | "participantCount"
  | "hidesNames"
  | "isPublic"
  | "adminsChoose"
  | "nobodyCanWin"
>;

interface Step {
  title: string;
  icon: "flag" | "gavel" | "trophy";
  /** ISO 8601. */
  at: string;
  text: string;
}

/** Which of the steps a contest is in; those before it are behind it. */
const STEP_OF: Partial<Record<Phase, number>> = { open: 0, judging: 1, overdue: 2, completed: 3 };

function stepsOf({
  phase,
  deadline,
  winnerDueAt,
  refundAt,
  amountDue,
  winner,
  participantCount,
  hidesNames,
  isPublic,
  adminsChoose,
  nobodyCanWin,
}: Dated): Step[] {
  const isClosed = (STEP_OF[phase] ?? 0) > 0;
  const closing = isClosed
    ? {
        title: "Closed",
        icon: "flag" as const,
        at: deadline,
        text: "Until then people joined, handed in their entry and changed it.",
      }
    : {
        title: "Closes",
        icon: "flag" as const,
        at: deadline,
        text: `Until then ${phase === "open" && !isPublic ? "those who have joined" : "people join,"} hand in their entry and change it.`,
      };
  // The day the winner was due would stand before the day they were chosen, which may be earlier.
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
      ? judgingByAdmins(phase)
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

/** Where the creator is blocked, which may have come about late. */
const judgingByAdmins = (phase: Phase) =>
  phase === "overdue"
    ? "Until then the winner was to be chosen. Admins still may."
    : "By then an admin chooses the winner: the creator cannot at the moment.";

/** Says beforehand when a contest closes, until when its winner is due, and what happens without one. */
export function ContestTimeline({ contest }: { contest: Dated }) {
  const format = useDateTimeFormat();
  const isLate = useIsLateForReview(contest);
  const steps = stepsOf(contest);
  const step = STEP_OF[contest.phase];
  // With a winner all of them are behind it; where nobody joined there is one less.
  const current = step && !contest.winner ? Math.min(step, steps.length - 1) : step;
  // Until it has another deadline nothing is promised.
  if (isLate) return null;
  return (
    <section aria-labelledby="timeline" className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <h2 id="timeline" className="cq-section-title">
        What happens when
      </h2>
      <ol className="pu:grid pu:sm:auto-cols-fr pu:sm:grid-flow-col">
        {steps.map(({ title, icon, at, text }, index) => (
          <li
            key={title}
            aria-current={index === current ? "step" : undefined}
            className={`${STEP} ${isBehind(index, current) ? "pu:after:bg-brand" : "pu:after:bg-line"}`}>
            <span aria-hidden="true" className={`cq-icon cq-icon-${icon} ${MARKER} ${markerLook(index, current)}`} />
            <div className="pu:sm:mt-3">
              <p>
                <strong>{title}</strong> <StepTime at={at} words={format(at)} />
              </p>
              <p className="cq-hint cq-running-text pu:mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Day and hour in a line each, whatever the zone: where the page wakes and names the viewer's, nothing below moves. */
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

/** Where the contest is stands out; what is behind it is done. */
const markerLook = (index: number, current: number | undefined) =>
  index === current
    ? "pu:bg-gold pu:text-on-gold"
    : isBehind(index, current)
      ? "pu:bg-brand pu:text-on-brand"
      : "pu:bg-sunk pu:text-muted";

const MARKER = "pu:grid pu:size-9 pu:place-items-center pu:rounded-full pu:before:size-4";

/** Below each other on a phone, else beside each other; a line leads to the next. */
const STEP =
  "pu:relative pu:grid pu:grid-cols-[2.25rem_1fr] pu:gap-x-4 pu:pb-5 pu:last:pb-0 pu:sm:block pu:sm:pe-6 pu:sm:pb-0 pu:sm:last:pe-0 " +
  "pu:after:absolute pu:after:top-11 pu:after:bottom-2 pu:after:left-[1.0625rem] pu:after:w-0.5 pu:last:after:hidden " +
  "pu:sm:after:top-[1.0625rem] pu:sm:after:right-2 pu:sm:after:bottom-auto pu:sm:after:left-11 pu:sm:after:h-0.5 pu:sm:after:w-auto";
