import { useState } from "react";
import { confirmPrize, reportPrize, type Award } from "@conquest/shared/contracts/awards";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import type { ReasonDialogProps } from "@conquest/shared/ui/dialog/reason-dialog";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

const ReasonDialog = lazyComponent<ReasonDialogProps>(
  () => import(/* webpackChunkName: "reason-dialog" */ "@conquest/shared/ui/dialog/reason-dialog"),
);

export function WinnerActions({ award: { contest, place, sent, may } }: { award: Award }) {
  const params = { contestId: contest._id };
  const confirm = useCall(confirmPrize);
  const report = useCall(reportPrize);
  const [isReporting, setReporting] = useState(false);
  if (!may.confirmPrize.isAllowed && !may.reportPrize.isAllowed) return null;
  return (
    <div className="cq-words-form-acts">
      {may.confirmPrize.isAllowed && (
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
      {may.reportPrize.isAllowed && (
        <Button size="sm" variant="secondary" onClick={() => whenLoaded(ReasonDialog, () => setReporting(true))}>
          {t("Report a problem")}
        </Button>
      )}
      {isReporting && (
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
          onClose={() => setReporting(false)}>
          <p>{t("An admin will decide whether the prize was delivered.")}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
