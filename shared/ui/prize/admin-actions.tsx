import { useState } from "react";
import type { Award, AwardDecision } from "@conquest/shared/contracts/awards";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import type { SettlePrizeDialogProps } from "@conquest/shared/ui/prize/settle-prize-dialog";

const SettlePrizeDialog = lazyComponent<SettlePrizeDialogProps>(
  () => import(/* webpackChunkName: "settle-prize-dialog" */ "@conquest/shared/ui/prize/settle-prize-dialog"),
);

export function AdminActions({ award }: { award: Award }) {
  const { isAllowed, how } = award.may.settlePrize;
  const [decision, setDecision] = useState<AwardDecision>();
  const ask = (asked: AwardDecision) => whenLoaded(SettlePrizeDialog, () => setDecision(asked));
  if (!isAllowed) return null;
  return (
    <div className="cq-words-form-acts">
      <Button size="sm" onClick={() => ask("delivered")}>
        {t("Mark as delivered")}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => ask(how === "return" ? "returned" : "closed")}>
        {t(how === "return" ? "Return to the creator" : "Close as not delivered")}
      </Button>
      {decision && <SettlePrizeDialog award={award} decision={decision} onClose={() => setDecision(undefined)} />}
    </div>
  );
}
