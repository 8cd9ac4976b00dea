import { useState } from "react";
import { confirmPrize, reportPrize, type Award } from "@conquest/shared/contracts/awards";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import type { ReasonDialogProps } from "@conquest/shared/ui/dialog/reason-dialog";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import type { SendPrizeDialogProps } from "@conquest/shared/ui/prize/send-prize-dialog";
import type { SettlePrizeDialogProps } from "@conquest/shared/ui/prize/settle-prize-dialog";

const SendPrizeDialog = lazyComponent<SendPrizeDialogProps>(
  () => import(/* webpackChunkName: "send-prize-dialog" */ "@conquest/shared/ui/prize/send-prize-dialog"),
);
const SettlePrizeDialog = lazyComponent<SettlePrizeDialogProps>(
  () => import(/* webpackChunkName: "settle-prize-dialog" */ "@conquest/shared/ui/prize/settle-prize-dialog"),
);
const ReasonDialog = lazyComponent<ReasonDialogProps>(
  () => import(/* webpackChunkName: "reason-dialog" */ "@conquest/shared/ui/dialog/reason-dialog"),
);

type Opened = "send" | "report" | SettlePrizeDialogProps["decision"];

/** The buttons for what the reader may do with a prize. */
export function AwardActions({ award }: { award: Award }) {
  const { contest, place, sent, may } = award;
  const params = { contestId: contest._id };
  const confirm = useCall(confirmPrize);
  const report = useCall(reportPrize);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const open = (what: Opened) =>
    whenLoaded(what === "send" ? SendPrizeDialog : what === "report" ? ReasonDialog : SettlePrizeDialog, () =>
      setOpened(what),
    );
  const undo = may.settlePrize.how === "return" ? "returned" : "closed";
  const { sendPrize, confirmPrize: confirmation, reportPrize: reporting, settlePrize } = may;
  if (![sendPrize, confirmation, reporting, settlePrize].some(({ isAllowed }) => isAllowed)) return null;
  return (
    <div className="cq-words-form-acts">
      {sendPrize.isAllowed && (
        <Button size="sm" variant={sent ? "secondary" : "primary"} onClick={() => open("send")}>
          {t(sent ? "Edit details" : "Mark as sent")}
        </Button>
      )}
      {confirmation.isAllowed && (
        <Button
          size="sm"
          variant={sent ? "primary" : "secondary"}
          isBusy={confirm.isPending}
          onClick={() =>
            confirm.mutate(
              { params, body: { place } },
              {
                onSuccess: () => toast.success(t("Delivery confirmed")),
                onError: ({ message }) => toast.error(message),
              },
            )
          }>
          {t("Confirm delivery")}
        </Button>
      )}
      {reporting.isAllowed && (
        <Button size="sm" variant="secondary" onClick={() => open("report")}>
          {t("Report a problem")}
        </Button>
      )}
      {settlePrize.isAllowed && (
        <>
          <Button size="sm" onClick={() => open("delivered")}>
            {t("Mark as delivered")}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => open(undo)}>
            {t(undo === "returned" ? "Return to the creator" : "Close as not delivered")}
          </Button>
        </>
      )}
      {opened === "send" && <SendPrizeDialog award={award} onClose={close} />}
      {opened === "report" && (
        <ReasonDialog
          title={t("Report a problem with your prize?")}
          confirmLabel={t("Send report")}
          draftName={`prize-problem:${contest._id}:${place}`}
          label={t("What went wrong?")}
          hint={t("The creator and admins see this.")}
          tone="primary"
          onConfirm={async (text) => {
            await report.mutateAsync({ params, body: { place, text } });
            toast.success(t("Problem reported"));
          }}
          onClose={close}>
          <p>{t("An admin will decide whether the prize was delivered.")}</p>
        </ReasonDialog>
      )}
      {(opened === "delivered" || opened === "returned" || opened === "closed") && (
        <SettlePrizeDialog award={award} decision={opened} onClose={close} />
      )}
    </div>
  );
}
