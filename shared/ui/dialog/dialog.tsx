import { useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { X } from "lucide-react";
import { isolateQuotedText } from "@conquest/shared/contracts/text/reading-order";
import { useIsHydrated } from "@conquest/shared/singletons/first-render";
import { t } from "@conquest/shared/singletons/language";
import { IconButton } from "@conquest/shared/ui/button";
import { moveToasts } from "@conquest/shared/ui/dialog/toast-place";

export interface DialogProps {
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** "lg" for forms, "xl" for pictures; a sheet slides up from the bottom of a phone. */
  size?: "md" | "lg" | "xl" | "sheet";
}

/** Traps the focus, closes on Escape, and returns the focus to the opener. */
export const Dialog = (props: DialogProps) => (
  <Modal
    {...props}
    role="dialog"
    closeButton={<IconButton label={t("Close")} icon={<X aria-hidden="true" size={20} />} onClick={props.onClose} />}
  />
);

interface ModalProps extends DialogProps {
  role: "dialog" | "alertdialog";
  closeButton?: ReactNode;
}

export const Modal = (props: ModalProps) => useIsHydrated() && <OpenModal {...props} />;

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
