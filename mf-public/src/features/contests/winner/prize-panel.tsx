import { useQuery } from "@tanstack/react-query";
import { listAwards, type Award } from "@conquest/shared/contracts/awards";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Section } from "@conquest/shared/ui/page/section";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { AdminActions } from "@conquest/shared/ui/prize/admin-actions";
import { AwardDetails } from "@conquest/shared/ui/prize/award-details";
import { WinnerActions } from "@conquest/shared/ui/prize/winner-actions";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { useFocusHashTarget } from "../use-focus-hash-target";

const SendPrizeDialog = lazyComponent(() => import(/* webpackChunkName: "send-prize-dialog" */ "./send-prize-dialog"));

const ACTIONS = { creator: CreatorActions, winner: WinnerActions, admin: AdminActions };

export default function PrizePanel({ contest: { _id, viewer, placements } }: { contest: ContestDetails }) {
  const awards = useQuery(query(listAwards, { params: { contestId: _id } }));
  useFocusHashTarget("#prize", "prize-heading");
  const as = viewer?.isOwner
    ? "creator"
    : viewer?.isWinner || placements?.some(({ isViewer }) => isViewer)
      ? "winner"
      : "admin";
  const Actions = ACTIONS[as];
  return (
    <Section
      id="prize"
      headingId="prize-heading"
      title={t("Prize")}
      isFocusable
      className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <QueryView query={awards} skeleton={<div className="cq-bone pu:h-32 pu:rounded-md" aria-hidden="true" />}>
        {(shown) =>
          shown.map((award, index) => (
            <div key={award.place} className={`cq-form ${index > 0 ? "pu:border-t pu:border-line pu:pt-4" : ""}`}>
              {(shown.length > 1 || award.prizeName) && (
                <h3 className="pu:font-semibold pu:wrap-anywhere">
                  {as === "winner" ? (
                    <bdi>{award.prizeName ?? t("First prize")}</bdi>
                  ) : (
                    <T
                      text="{prize}: {winner}"
                      prize={<bdi>{award.prizeName ?? t("First prize")}</bdi>}
                      winner={<bdi>{award.winner.name || t("Unnamed participant")}</bdi>}
                    />
                  )}
                </h3>
              )}
              <AwardDetails award={award} as={as}>
                <Actions award={award} />
              </AwardDetails>
            </div>
          ))
        }
      </QueryView>
    </Section>
  );
}

function CreatorActions({ award }: { award: Award }) {
  const { isAllowed } = award.may.sendPrize;
  const dialog = useDialog(SendPrizeDialog, isAllowed);
  if (!isAllowed) return null;
  return (
    <div className="cq-words-form-acts">
      <Button size="sm" variant={award.sent ? "secondary" : "primary"} onClick={() => dialog.open({ award })}>
        {t(award.sent ? "Edit details" : "Mark as sent")}
      </Button>
      {dialog.element}
    </div>
  );
}
