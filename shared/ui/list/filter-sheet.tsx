import type { ReactNode } from "react";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";

interface Props {
  /** The choices. Each acts at once, on the list below. */
  children: ReactNode;
  /** What is found so, like "38 contests". */
  found?: string | undefined;
  /** Absent where nothing is chosen. */
  onClear?: (() => void) | undefined;
  onClose: () => void;
}

/** The choices of a list, from the foot of a phone. */
const FilterSheet = ({ children, found, onClear, onClose }: Props) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="Filters"
    size="sheet"
    actions={
      <>
        {onClear && (
          <Button variant="ghost" onClick={onClear}>
            Clear all
          </Button>
        )}
        <Button onClick={onClose}>
          <span aria-live="polite">{found ? `Show ${found}` : "Show"}</span>
        </Button>
      </>
    }>
    {children}
  </Dialog>
);

export default FilterSheet;
