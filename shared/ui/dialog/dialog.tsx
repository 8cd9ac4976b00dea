import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { createPortal } from "react-dom";
import { X } from "lucide-react";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { Button, IconButton, type ButtonVariant } from "@conquest/shared/ui/button";
import { moveToasts } from "@conquest/shared/ui/dialog/toast-place";
import { ErrorNote } from "@conquest/shared/ui/note";

interface Props {
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** "lg" for forms, "xl" for pictures; a sheet slides up from the bottom of a phone. */
  size?: "md" | "lg" | "xl" | "sheet";
}

/** Traps the focus, closes on Escape, and returns the focus to the opener. */
export const Dialog = (props: Props) => (
  <Modal
    {...props}
    role="dialog"
    closeButton={<IconButton label="Close" icon={<X aria-hidden="true" size={20} />} onClick={props.onClose} />}
  />
);

interface FormDialogProps extends Omit<Props, "actions"> {
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (event: SyntheticEvent) => unknown;
  variant?: ButtonVariant;
  className: string;
  /** Below the form, in the same dialog. */
  below?: ReactNode;
}

/** A form in a dialog, whose buttons send it or keep the draft. */
export function FormDialog({
  submitLabel,
  isBusy,
  onSubmit,
  variant,
  className,
  below,
  children,
  ...props
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...props}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} variant={variant}>
            {submitLabel}
          </Button>
        </>
      }>
      <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className={className}>
        {children}
      </form>
      {below}
    </Dialog>
  );
}

interface ConfirmProps {
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** Describes the action: "Cancel contest and refund 12 people". */
  confirmLabel: string;
  isBusy?: boolean;
  tone?: "primary" | "danger";
  /** Shown below the question. */
  error?: { message?: string } | null;
  children: ReactNode;
}

/** Asks for confirmation before an irreversible action. The cancel button is focused first. */
export const ConfirmDialog = ({
  onConfirm,
  confirmLabel,
  isBusy,
  tone = "danger",
  error,
  children,
  ...props
}: ConfirmProps) => (
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
    }>
    {children}
    <ErrorNote>{error?.message}</ErrorNote>
  </Modal>
);

interface ModalProps extends Props {
  role: "dialog" | "alertdialog";
  closeButton?: ReactNode;
}

const Modal = (props: ModalProps) => useIsHydrated() && <OpenModal {...props} />;

/** Rendered at the end of the page, where no form, table or style of an ancestor affects it. */
function OpenModal({ role, onClose, title, children, actions, closeButton, size = "md" }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog, onClose);
  return createPortal(
    <dialog
      ref={dialog}
      className="cq-dialog"
      // Explicit, because the shell and older parts look for these attributes.
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}>
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
}

const TABBABLE =
  ":is(a[href], button, input, select, textarea, summary, [tabindex='0']):not(:disabled, [tabindex='-1'])";

function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  // Before the dialog takes the focus and hides the page's scrollbar.
  const [{ opener, scrollbarWidth }] = useState(() => ({
    opener: document.activeElement,
    scrollbarWidth: innerWidth - document.documentElement.clientWidth,
  }));
  useLayoutEffect(() => {
    const element = dialog.current!;
    const root = document.documentElement;
    // The page keeps its width. In a dialog above another one, the scrollbar is hidden already.
    if (scrollbarWidth > 0) root.style.paddingRight = `${scrollbarWidth}px`;
    const isOutside = ({ target }: Event) => target instanceof Element && target.parentElement === element;
    let isPressedOutside = false;
    const listeners: Record<string, (event: Event) => void> = {
      pointerdown: (event) => (isPressedOutside = isOutside(event)),
      click: (event) => isPressedOutside && isOutside(event) && close(),
      cancel(event) {
        // Those of file fields bubble.
        if (event.target !== element) return;
        event.preventDefault();
        close();
      },
      // After the last field, browsers leave the page.
      keydown(event) {
        const { key, shiftKey } = event as KeyboardEvent;
        const fields = [...element.querySelectorAll<HTMLElement>(TABBABLE)];
        const [edge, next] = shiftKey ? [fields[0], fields.at(-1)] : [fields.at(-1), fields[0]];
        if (key !== "Tab" || document.activeElement !== edge) return;
        event.preventDefault();
        next?.focus();
      },
      // Browsers may close a dialog without a cancel event.
      close: () => !element.open && close(),
    };
    for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
    element.showModal();
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    moveToasts();
    return () => {
      for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
      element.close();
      if (scrollbarWidth > 0) root.style.paddingRight = "";
      moveToasts();
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        // Opened by a shortcut without a focused element: the page heading gets the focus instead of the body.
        const target = opener === document.body ? document.getElementById("page-heading") : opener;
        if (target instanceof HTMLElement) target.focus({ preventScroll: true });
      });
    };
  }, [dialog, opener, scrollbarWidth]);
}
