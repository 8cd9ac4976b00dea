import { Flag } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { Permission } from "@conquest/shared/contracts/contests";
import { msg, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import type { Reported, ReportDialogProps } from "./report-dialog";

const ReportDialog = lazyComponent<ReportDialogProps>(
  () => import(/* webpackChunkName: "report-dialog" */ "./report-dialog"),
);

const REPORTED = { contest: msg("You reported this contest"), entry: msg("You reported this entry") };

interface Props {
  reported: Reported;
  may: Permission;
  hasReported?: boolean | undefined;
  /** Accessible name and dialog title, like "Report this contest". */
  label: string;
}

/** Opens the report dialog, or the login page for visitors. After a report, says so in its place. Hidden if reporting is not allowed. */
export function ReportButton({ reported, may, hasReported, label }: Props) {
  const { pathname } = useLocation();
  const phase = useSession((session) => session.phase);
  const [isOpen, setIsOpen] = useState(false);
  if (hasReported)
    return (
      <p className="cq-hint pu:flex pu:min-h-9 pu:items-center pu:gap-2 pu:px-3">
        <Flag aria-hidden size={16} /> {t(REPORTED[reported.kind])}
      </p>
    );
  if (!may.isAllowed) return null;
  if (phase !== "signed-in") {
    return (
      <ButtonLink variant="ghost" size="sm" to={loginUrl(pathname)} rel="nofollow" aria-label={label}>
        <Flag aria-hidden size={16} /> {t("Report")}
      </ButtonLink>
    );
  }
  const open = () => whenLoaded(ReportDialog, () => setIsOpen(true));
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={label} aria-haspopup="dialog" onClick={open}>
        <Flag aria-hidden size={16} /> {t("Report")}
      </Button>
      {isOpen && <ReportDialog reported={reported} title={label} onClose={() => setIsOpen(false)} />}
    </>
  );
}
