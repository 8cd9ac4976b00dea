import { useEffect, useState } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { formatCost } from "@conquest/shared/ui/contest/cost";
import { formatRelative, serverNow, useNow } from "@conquest/shared/ui/format/time";
import { mainAction } from "./main-action";
import { useIsViewerPending } from "./use-is-viewer-pending";

/** Elements with this attribute offer the main action themselves. */
export const OFFERS_ACTION = { "data-offers-action": "" };

/** Takes its space from the start, so that nothing moves. Not sticky on low screens, as with very large text. */
const PLACE = [
  "pu:pointer-events-none pu:z-20 pu:-mx-(--cq-page-edge) pu:-mb-20 pu:flex pu:min-h-20 pu:flex-col pu:justify-end",
  "pu:lg:hidden pu:print:hidden pu:[@media(min-height:30rem)]:sticky pu:[@media(min-height:30rem)]:bottom-0",
].join(" ");

const BAR = [
  "pu:pointer-events-auto pu:flex pu:flex-wrap pu:items-center pu:justify-between pu:gap-x-4 pu:gap-y-2 pu:border-t pu:border-line pu:bg-raised",
  "pu:px-(--cq-page-edge) pu:pt-3 pu:pb-[max(0.75rem,env(safe-area-inset-bottom))] pu:shadow-lg",
].join(" ");

/** Offers the main action at the bottom of narrow screens while the panel's button is out of view. */
export function ActionBar({ contest }: { contest: ContestDetails }) {
  const action = mainAction(contest);
  const isPending = useIsViewerPending(contest);
  const isOffered = useIsOffered(action?.to, isPending);
  const now = useNow(serverNow);
  if (!action) return null;
  const { phase, deadline, may, amountDue } = contest;
  return (
    <div className={PLACE}>
      {!isOffered && !isPending && (
        <div className={BAR}>
          <p className="pu:flex pu:flex-wrap pu:items-baseline pu:gap-x-2">
            {may.join.isAllowed && (
              <span>
                {t("Entry fee")} <strong className="cq-money pu:text-lg">{formatCost(amountDue)}</strong>
              </span>
            )}
            {phase === "open" && (
              <span className="cq-hint">{t("Closes {time}", { time: formatRelative(Date.parse(deadline), now) })}</span>
            )}
          </p>
          <ButtonLink to={action.to}>{action.label}</ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Returns whether another place in view offers the action `to`. Looks again for its links when `isPending` changes. */
function useIsOffered(to: string | undefined, isPending: boolean): boolean {
  const [isOffered, setIsOffered] = useState(true);
  useEffect(() => {
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
        setIsOffered(inView.size > 0);
      },
      // The navbar covers as much.
      { rootMargin: "-64px 0px 0px" },
    );
    for (const place of document.querySelectorAll("[data-offers-action]")) {
      // The panel's texts below its link do not offer the action.
      const link = place.closest("aside") && place.querySelector(`a[href$="${to}"]`);
      observer.observe(link ?? place);
    }
    return () => observer.disconnect();
  }, [to, isPending]);
  return isOffered;
}
