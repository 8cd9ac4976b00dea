import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";

interface Props {
  children: ReactNode;
  found?: string | undefined;
  onClear?: (() => void) | undefined;
  onClose: () => void;
}

const FilterSheet = ({ children, found, onClear, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title={t("Filters")}
    size="sheet"
    actions={
      <>
        {onClear && (
          <Button variant="ghost" onClick={onClear}>
            {t("Clear all")}
          </Button>
        )}
        <Button onClick={onClose}>
          <span aria-live="polite">{found ? t("Show {found}", { found }) : t("Show")}</span>
        </Button>
      </>
    }>
    {children}
  </Dialog>
);

export default FilterSheet;
