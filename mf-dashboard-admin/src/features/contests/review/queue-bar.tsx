import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocation, useNavigationType } from "react-router-dom";
import type { ReviewQueue } from "@conquest/shared/contracts/review";
import { Button } from "@conquest/shared/ui/button";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";
import { counted } from "@conquest/shared/ui/format/text";

export const REVIEW = "/dashboard/contest_review";
/** Tells a page that somebody comes along the queue, for whom it opens at its heading, and what was done to the contest before. */
export const alongTheQueue = (said = "") => ({ state: { isAlongQueue: true, said } });

/** What was said along with the way here. Who comes by Back or Forward is told nothing: it is of then. */
export function useSaidAlong(): string {
  const { state } = useLocation() as { state: { said?: string } | null };
  return useNavigationType() === "POP" ? "" : (state?.said ?? "");
}

/** Where a contest stands among those that wait, and the ways to its neighbours. */
export function QueueBar({ queue, onTurn }: { queue: ReviewQueue | undefined; onTurn: (id: string) => void }) {
  const { nextId = null, previousId = null } = queue ?? {};
  const goTo = (id: string | null) => {
    if (id !== null) onTurn(id);
  };
  useKeyboardShortcuts({ j: () => goTo(nextId), k: () => goTo(previousId) });
  return (
    <nav aria-label="Review queue" className="da:flex da:flex-wrap da:items-center da:gap-3">
      <span className="cq-hint da:basis-full da:sm:basis-auto">{queue ? placeIn(queue) : "\u00a0"}</span>
      <Button size="sm" variant="secondary" disabled={previousId === null} onClick={() => goTo(previousId)}>
        <ChevronLeft aria-hidden="true" size={16} className="da:rtl:rotate-180" /> Previous
      </Button>
      <Button size="sm" variant="secondary" disabled={nextId === null} onClick={() => goTo(nextId)}>
        Next <ChevronRight aria-hidden="true" size={16} className="da:rtl:rotate-180" />
      </Button>
    </nav>
  );
}

/** As many as are counted. */
const MOST_COUNTED = 1000;

export function placeIn({ waitingCount, position }: ReviewQueue): string {
  if (waitingCount === 0) return "Nothing waits for review";
  const all = counted(waitingCount, "waits", "wait", waitingCount >= MOST_COUNTED);
  return position === null ? `${all} for review` : `${position} of ${all} for review`;
}
