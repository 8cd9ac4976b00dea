import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocation, useNavigationType } from "react-router-dom";
import type { ReviewQueue } from "@conquest/shared/contracts/review";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";

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
    <nav aria-label={t("Review queue")} className="da:flex da:flex-wrap da:items-center da:gap-3">
      <span className="cq-hint da:basis-full da:sm:basis-auto">{queue ? queuePosition(queue) : "\u00a0"}</span>
      <Button size="sm" variant="secondary" disabled={previousId === null} onClick={() => goTo(previousId)}>
        <ChevronLeft aria-hidden="true" size={16} className="da:rtl:rotate-180" /> {t("Previous")}
      </Button>
      <Button size="sm" variant="secondary" disabled={nextId === null} onClick={() => goTo(nextId)}>
        {t("Next")} <ChevronRight aria-hidden="true" size={16} className="da:rtl:rotate-180" />
      </Button>
    </nav>
  );
}

/** The server counts no further. */
const MAX_COUNTED = 1000;

export function queuePosition({ waitingCount, position }: ReviewQueue): string {
  if (waitingCount === 0) return t("No contests to review");
  const values = { n: waitingCount, position: digits(String(position)) };
  if (waitingCount >= MAX_COUNTED)
    return t(position === null ? "{n}+ contests to review" : "{position} of {n}+ contests to review", values);
  return t(
    position === null
      ? "{n, plural, one {# contest} other {# contests}} to review"
      : "{position} of {n, plural, one {# contest} other {# contests}} to review",
    values,
  );
}
