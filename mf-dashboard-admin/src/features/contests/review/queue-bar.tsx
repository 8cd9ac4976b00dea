import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocation, useNavigationType } from "react-router-dom";
import type { ReviewQueue } from "@conquest/shared/contracts/review";
import { Button } from "@conquest/shared/ui/button";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";
import { pluralize } from "@conquest/shared/ui/format/text";

export const REVIEW_PATH = "/dashboard/contest_review";
/** Navigation state within the queue: the page focuses its heading and announces the previous decision. */
export const queueNavigation = (said = "") => ({ state: { isAlongQueue: true, said } });

/** Returns the announcement of the last navigation; empty on Back and Forward, when it is outdated. */
export function useQueueAnnouncement(): string {
  const { state } = useLocation() as { state: { said?: string } | null };
  return useNavigationType() === "POP" ? "" : (state?.said ?? "");
}

export function QueueBar({ queue, onOpen }: { queue: ReviewQueue | undefined; onOpen: (id: string) => void }) {
  const { nextId = null, previousId = null } = queue ?? {};
  const goTo = (id: string | null) => {
    if (id !== null) onOpen(id);
  };
  useKeyboardShortcuts({ j: () => goTo(nextId), k: () => goTo(previousId) });
  return (
    <nav aria-label="Review queue" className="da:flex da:flex-wrap da:items-center da:gap-3">
      <span className="cq-hint da:basis-full da:sm:basis-auto">{queue ? queuePosition(queue) : "\u00a0"}</span>
      <Button size="sm" variant="secondary" disabled={previousId === null} onClick={() => goTo(previousId)}>
        <ChevronLeft aria-hidden="true" size={16} className="da:rtl:rotate-180" /> Previous
      </Button>
      <Button size="sm" variant="secondary" disabled={nextId === null} onClick={() => goTo(nextId)}>
        Next <ChevronRight aria-hidden="true" size={16} className="da:rtl:rotate-180" />
      </Button>
    </nav>
  );
}

/** The server counts no further. */
const MAX_COUNTED = 1000;

export function queuePosition({ waitingCount, position }: ReviewQueue): string {
  if (waitingCount === 0) return "No contests to review";
  const all = pluralize(waitingCount, "contest", "contests", waitingCount >= MAX_COUNTED);
  return position === null ? `${all} to review` : `${position} of ${all} to review`;
}
