import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import { inReadingOrder } from "@conquest/shared/contracts/text/reading-order";
import { Button, IconButton } from "@conquest/shared/ui/button";

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The buttons at its foot. */
  actions?: ReactNode;
  /** A form needs more room than a question, and a picture all there is. A sheet rises from the foot of a phone. */
  size?: "md" | "lg" | "xl" | "sheet";
}

/** Holds the focus while open, closes on Escape, and gives the focus back to what opened it. */
export function Dialog({ isOpen, onClose, title, children, actions, size = "md" }: Props) {
  useFocusGivenBack(isOpen);
  const isMounted = useIsMounted();
  return (
    <HeadlessDialog open={isOpen && isMounted} onClose={onClose} className="cq-dialog">
      <DialogBackdrop className="cq-dialog-backdrop" />
      <div className="cq-dialog-place">
        <DialogPanel className={`cq-dialog-panel cq-dialog-${size}`}>
          <header className="cq-dialog-head">
            <DialogTitle className="cq-dialog-title">
              {typeof title === "string" ? inReadingOrder(title) : title}
            </DialogTitle>
            <IconButton label="Close" icon={<X aria-hidden="true" size={20} />} onClick={onClose} />
          </header>
          <div className="cq-dialog-body">{children}</div>
          {actions && <footer className="cq-dialog-actions">{actions}</footer>}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

interface ConfirmProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** Names the act: "Cancel contest and refund 12 people". */
  confirmLabel: string;
  isBusy?: boolean;
  tone?: "primary" | "danger";
  children: ReactNode;
}

/** Asks before something that cannot be taken back. The way out has the focus first. */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  confirmLabel,
  isBusy = false,
  tone = "danger",
  children,
}: ConfirmProps) {
  const wayOut = useRef<HTMLButtonElement>(null);
  useFocusGivenBack(isOpen);
  const isMounted = useIsMounted();
  return (
    <HeadlessDialog
      open={isOpen && isMounted}
      onClose={onClose}
      role="alertdialog"
      className="cq-dialog"
      initialFocus={wayOut}>
      <DialogBackdrop className="cq-dialog-backdrop" />
      <div className="cq-dialog-place">
        <DialogPanel className="cq-dialog-panel cq-dialog-md">
          <header className="cq-dialog-head">
            <DialogTitle className="cq-dialog-title">
              {typeof title === "string" ? inReadingOrder(title) : title}
            </DialogTitle>
          </header>
          <div className="cq-dialog-body">{children}</div>
          <footer className="cq-dialog-actions">
            <Button ref={wayOut} variant="secondary" onClick={onClose}>
              Go back
            </Button>
            <Button variant={tone} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

/**
 * Headless UI learns which tree the page is only once it is mounted, and makes that inert only when a dialog opens: behind one
 * that is open from its first drawing, the page could be walked through. So it opens with the second, before anything is painted.
 */
function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- to be drawn once more is what it is for
  useLayoutEffect(() => setIsMounted(true), []);
  return isMounted;
}

/**
 * Headless UI gives the focus back to what it saw focused, and it sees nothing before its code is here: a dialog may be what
 * brings it.
 */
function useFocusGivenBack(isOpen: boolean): void {
  // While drawing: the dialog takes the focus before any effect of this component.
  const [seen, setSeen] = useState({ isOpen: false, opener: null as Element | null });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opener: isOpen ? document.activeElement : null });
  const { opener } = seen;
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return;
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // A key had opened it while nothing had the focus: then the page's heading has it, and not its very beginning.
        const heir = opener === document.body ? document.getElementById("page-heading") : opener;
        heir?.focus({ preventScroll: true });
      });
  }, [opener]);
}
