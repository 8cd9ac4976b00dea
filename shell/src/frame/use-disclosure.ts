import { useEffect, useId, useRef, useState, type RefObject } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

export interface Disclosure {
  isOpen: boolean;
  close: () => void;
  /** For the element that holds both the button and the panel. */
  place: RefObject<HTMLDivElement | null>;
  buttonProps: {
    "aria-expanded": boolean;
    "aria-controls": string;
    onClick: () => void;
    ref: RefObject<HTMLButtonElement | null>;
  };
  panelId: string;
}

/**
 * A button that shows a panel. It closes on Escape, on going elsewhere by pointer or keyboard, and when the page changes; not
 * when the site itself goes on to another page, as after signing in: whoever has just opened it still wants it.
 */
export function useDisclosure(): Disclosure {
  const [isOpen, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const isRedirect = useNavigationType() === "REPLACE";
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  const address = pathname + search;
  const [shownAt, setShownAt] = useState(address);
  if (shownAt !== address) {
    setShownAt(address);
    if (!isRedirect) setOpen(false);
  }

  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", escape);
    };
  }, [isOpen]);

  return {
    isOpen,
    close: () => setOpen(false),
    place,
    buttonProps: { "aria-expanded": isOpen, "aria-controls": panelId, onClick: () => setOpen(!isOpen), ref: button },
    panelId,
  };
}
