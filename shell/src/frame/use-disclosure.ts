import { useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A panel that closes on Escape, outside interaction and navigation, but not on redirects, such as after login. */
export function useDisclosure() {
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
    const closeOnOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOnOutside);
    document.addEventListener("focusin", closeOnOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOnOutside);
      document.removeEventListener("focusin", closeOnOutside);
      document.removeEventListener("keydown", closeOnEscape);
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
