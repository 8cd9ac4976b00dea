import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { useDateTimeFormat } from "@conquest/shared/ui/time";

type Dated = Pick<ContestDetails, "phase" | "deadline" | "winnerDueAt" | "refundAt" | "amountDue" | "winner" | "participantCount" | "hidesNames">;

interface Step {
  title: string;
  /** ISO 8601. */
  at: string;
  text: string;
}

/** Which of the steps a contest is in; those before it are behind it. */
const STEP_OF: Partial<Record<Phase, number>> = { open: 0, judging: 1, overdue: 2, completed: 3 };

function stepsOf({ phase, deadline, winnerDueAt, refundAt, amountDue, winner, participantCount, hidesNames }: Dated): Step[] {
  const isClosed = (STEP_OF[phase] ?? 0) > 0;
  const closing = isClosed
    ? { title: "Closed", at: deadline, text: "Until then people joined, handed in their entry and changed it." }
    : { title: "Closes", at: deadline, text: "Until then people join, hand in their entry and change it." };
  // The day the winner was due would stand before the day they were chosen, which may be earlier.
  if (winner) return [closing, { title: "Result", at: winner.at, text: "The winner was chosen." }];
  if (isClosed && participantCount === 0) {
    return [
      { ...closing, text: "Nobody joined until then." },
      { title: "Result", at: refundAt, text: "Without a later deadline the contest ends without a winner." },
    ];
  }
  const judging = phase === "overdue" ? "Until then the creator was to choose the winner. Now admins may choose too." : "By then the creator chooses the winner. After that admins may choose too.";
  const ending = amountDue > 0 ? "everybody who paid has their money back" : "the contest ends without a winner";
  return [
    closing,
    { title: "Judging", at: winnerDueAt, text: hidesNames ? `${judging} Until the choice nobody who judges sees names.` : judging },
    { title: "Result", at: refundAt, text: `At the latest. Without a winner by then, or if nobody hands in an entry, ${ending}.` },
  ];
}

/** Says beforehand when a contest closes, until when its winner is due, and what happens without one. */
export function PromiseTimeline({ contest }: { contest: Dated }) {
  const format = useDateTimeFormat();
  const steps = stepsOf(contest);
  const step = STEP_OF[contest.phase];
  // With a winner all of them are behind it; where nobody joined there is one less.
  const current = step && !contest.winner ? Math.min(step, steps.length - 1) : step;
  return (
    <section aria-labelledby="timeline" className="pu:flex pu:flex-col pu:gap-3">
      <h2 id="timeline" className="cq-section-title">
        What happens when
      </h2>
      <ol>
        {steps.map(({ title, at, text }, index) => (
          <li key={title} aria-current={index === current ? "step" : undefined} className={stepLook(index, current)}>
            <p>
              <strong>{title}</strong> <time dateTime={at}>{format(at)}</time>
            </p>
            <p className="cq-hint">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A dot on a line that leads to the next step: filled up to where the contest is. */
const stepLook = (index: number, current: number | undefined) =>
  `${STEP} ${current !== undefined && index <= current ? "pu:before:border-brand" : "pu:before:border-line-strong"} ${current !== undefined && index < current ? "pu:before:bg-brand" : ""}`;

const STEP = [
  "pu:relative pu:pb-5 pu:pl-7 pu:last:pb-0",
  "pu:before:absolute pu:before:top-1.5 pu:before:left-0 pu:before:size-4 pu:before:rounded-full pu:before:border-2",
  "pu:not-last:after:absolute pu:not-last:after:top-6 pu:not-last:after:-bottom-1 pu:not-last:after:left-[0.4375rem] pu:not-last:after:w-0.5 pu:not-last:after:bg-line-strong",
].join(" ");
