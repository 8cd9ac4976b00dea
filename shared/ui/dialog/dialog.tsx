import { useId, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { X } from "lucide-react";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { Button, IconButton } from "@conquest/shared/ui/button";
import { moveToasts } from "@conquest/shared/ui/dialog/toast-place";

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
export function Dialog(props: Props) {
  const isHydrated = useIsHydrated();
  return (
    props.isOpen &&
    isHydrated && (
      <Modal
        {...props}
        role="dialog"
        closeButton={<IconButton label="Close" icon={<X aria-hidden="true" size={20} />} onClick={props.onClose} />}
      />
    )
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
export function ConfirmDialog({ onConfirm, confirmLabel, isBusy = false, tone = "danger", ...props }: ConfirmProps) {
  const isHydrated = useIsHydrated();
  return (
    props.isOpen &&
    isHydrated && (
      <Modal
        {...props}
        role="alertdialog"
        actions={
          <>
            <Button data-autofocus variant="secondary" onClick={props.onClose}>
              Go back
            </Button>
            <Button variant={tone} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </>
        }
      />
    )
  );
}

interface ModalProps extends Omit<Props, "isOpen"> {
  role: "dialog" | "alertdialog";
  closeButton?: ReactNode;
}

/** Rendered at the end of the page, where no form, table or style of an ancestor affects it. */
function Modal({ role, onClose, title, children, actions, closeButton, size = "md" }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isPressedOutside = useRef(false);
  useModal(dialog);
  return createPortal(
    <dialog
      ref={dialog}
      className="cq-dialog"
      // Explicit, because the shell and older parts look for these attributes.
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // File fields and nested dialogs have a cancel event, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers may close it without a cancel event.
        if (target === currentTarget && dialog.current?.open === false) onClose();
      }}
      onPointerDown={({ target }) => (isPressedOutside.current = isOutside(target))}
      onClick={({ target }) => isPressedOutside.current && isOutside(target) && onClose()}>
      <div className="cq-dialog-backdrop" />
      <div className="cq-dialog-place">
        <div className={`cq-dialog-panel cq-dialog-${size}`}>
          <header className="cq-dialog-head">
            <h2 id={titleId} className="cq-dialog-title">
              {typeof title === "string" ? isolateQuotedText(title) : title}
            </h2>
            {closeButton}
          </header>
          <div className="cq-dialog-body">{children}</div>
          {actions && <footer className="cq-dialog-actions">{actions}</footer>}
        </div>
      </div>
    </dialog>,
    document.body,
  );

  function isOutside(target: EventTarget): boolean {
    return target instanceof Element && target.parentElement === dialog.current;
  }
}

function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Before the dialog takes the focus.
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    moveToasts();
    return () => {
      element.close();
      moveToasts();
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // Opened by a shortcut without a focused element: the page heading gets the focus instead of the body.
        const target = opener === document.body ? document.getElementById("page-heading") : opener;
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [dialog, opener]);
}

const neverChanges = () => () => undefined;

/** A server cannot render into the end of the page. */
const useIsHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
