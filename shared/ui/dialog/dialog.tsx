import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { Button, IconButton } from "@conquest/shared/ui/button";

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** "lg" for forms, "xl" for pictures; a sheet slides up from the bottom of a phone. */
  size?: "md" | "lg" | "xl" | "sheet";
}

/** Traps the focus while open, closes on Escape, and returns the focus to the opener. */
export function Dialog({ isOpen, onClose, title, children, actions, size = "md" }: Props) {
  useRestoredFocus(isOpen);
  const isMounted = useIsMounted();
  return (
    <HeadlessDialog open={isOpen && isMounted} onClose={onClose} className="cq-dialog">
      <DialogBackdrop className="cq-dialog-backdrop" />
      <div className="cq-dialog-place">
        <DialogPanel className={`cq-dialog-panel cq-dialog-${size}`}>
          <header className="cq-dialog-head">
            <DialogTitle className="cq-dialog-title">
              {typeof title === "string" ? isolateQuotedText(title) : title}
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
  /** Describes the action: "Cancel contest and refund 12 people". */
  confirmLabel: string;
  isBusy?: boolean;
  tone?: "primary" | "danger";
  children: ReactNode;
}

/** Asks for confirmation before an irreversible action. The cancel button is focused first. */
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
  const cancelButton = useRef<HTMLButtonElement>(null);
  useRestoredFocus(isOpen);
  const isMounted = useIsMounted();
  return (
    <HeadlessDialog
      open={isOpen && isMounted}
      onClose={onClose}
      role="alertdialog"
      className="cq-dialog"
      initialFocus={cancelButton}>
      <DialogBackdrop className="cq-dialog-backdrop" />
      <div className="cq-dialog-place">
        <DialogPanel className="cq-dialog-panel cq-dialog-md">
          <header className="cq-dialog-head">
            <DialogTitle className="cq-dialog-title">
              {typeof title === "string" ? isolateQuotedText(title) : title}
            </DialogTitle>
          </header>
          <div className="cq-dialog-body">{children}</div>
          <footer className="cq-dialog-actions">
            <Button ref={cancelButton} variant="secondary" onClick={onClose}>
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
 * An initially open Headless UI dialog doesn't make the page inert, so it opens in a second render, before painting.
 */
function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect -- re-rendering is the purpose
  useLayoutEffect(() => setIsMounted(true), []);
  return isMounted;
}

/**
 * Headless UI restores the focus to the last element it saw focused, which it misses if its code loads with the
 * dialog.
 */
function useRestoredFocus(isOpen: boolean): void {
  // During render, since the dialog takes the focus before this component's effects.
  const [seen, setSeen] = useState({ isOpen: false, opener: null as Element | null });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, opener: isOpen ? document.activeElement : null });
  const { opener } = seen;
  useEffect(() => {
    if (!(opener instanceof HTMLElement)) return;
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // Opened by a shortcut without a focused element: the page heading gets the focus instead of the body.
        const target = opener === document.body ? document.getElementById("page-heading") : opener;
        target?.focus({ preventScroll: true });
      });
  }, [opener]);
}
