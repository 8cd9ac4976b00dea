import { EllipsisVertical } from "lucide-react";
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { Link } from "react-router-dom";
import { IconButton } from "@conquest/shared/ui/button";
import { isReservedKey, latinKey } from "@conquest/shared/ui/page/latin-key";

export interface MenuAction {
  label: string;
  isDanger?: boolean;
  /** Why the action isn't possible: shown below its label. */
  because?: string;
  /** A page to open, instead of `onChoose`. */
  to?: string;
  onChoose?: () => void;
}

interface Props {
  label: string;
  groups: readonly (readonly MenuAction[])[];
  isBusy?: boolean;
  /** Called on hover or focus, to preload what the actions need. */
  onNear?: () => void;
}

/** A menu button. Arrows, Home, End and first letters move the focus; Escape and Tab close it and focus the button. */
export function ActionsMenu({ label, groups, isBusy = false, onNear }: Props) {
  const [open, setOpen] = useState<"first" | "last" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    showMenu(menu.current, button.current);
    itemsOf(menu.current)
      .at(open === "first" ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    if (!open) return;
    // Closes on scroll and resize, since its position is fixed, and on interaction elsewhere.
    const closeOnOutside = (event: Event) => {
      if (
        event.target instanceof Node &&
        (menu.current?.contains(event.target) || button.current?.contains(event.target))
      )
        return;
      setOpen(null);
    };
    const eventTypes = ["pointerdown", "scroll", "focusin"] as const;
    for (const each of eventTypes) document.addEventListener(each, closeOnOutside, true);
    window.addEventListener("resize", closeOnOutside);
    return () => {
      for (const each of eventTypes) document.removeEventListener(each, closeOnOutside, true);
      window.removeEventListener("resize", closeOnOutside);
    };
  }, [open]);

  const close = () => {
    button.current?.focus({ preventScroll: true });
    setOpen(null);
  };
  const openByKey = (event: KeyboardEvent) => {
    if (isReservedKey(event.nativeEvent) || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    setOpen(event.key === "ArrowDown" ? "first" : "last");
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Tab") return close();
    if (event.key === "Escape") {
      event.stopPropagation();
      return close();
    }
    if (isReservedKey(event.nativeEvent)) return;
    const items = itemsOf(event.currentTarget);
    const next = nextOf(items, latinKey(event));
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
  };

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={<EllipsisVertical aria-hidden="true" size={18} />}
        isBusy={isBusy}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? id : undefined}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => setOpen(open ? null : "first")}
        onKeyDown={openByKey}
      />
      {open && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          // Placed in the top layer, so that the scrolling table does not clip it.
          popover={"showPopover" in HTMLElement.prototype ? "manual" : undefined}
          className="cq-menu"
          onKeyDown={move}>
          {groups
            .filter((group) => group.length > 0)
            .map((group, index) => (
              <Fragment key={index}>
                {index > 0 && <div role="separator" className="cq-menu-separator" />}
                {group.map((action) => (
                  <Item key={action.label} action={action} onClose={close} />
                ))}
              </Fragment>
            ))}
        </div>
      )}
    </>
  );
}

function Item({
  action: { label, isDanger = false, because = "", to, onChoose },
  onClose,
}: {
  action: MenuAction;
  onClose: () => void;
}) {
  const reason = useId();
  const look = { role: "menuitem", tabIndex: -1, className: isDanger ? "cq-menu-item cq-menu-danger" : "cq-menu-item" };
  if (to !== undefined) {
    return (
      <Link {...look} to={to} onClick={onClose}>
        {label}
      </Link>
    );
  }
  if (because) {
    return (
      <button {...look} type="button" aria-disabled="true" aria-label={label} aria-describedby={reason}>
        {label}
        <span id={reason} className="cq-hint">
          {because}
        </span>
      </button>
    );
  }
  return (
    <button
      {...look}
      type="button"
      onClick={() => {
        onClose();
        onChoose?.();
      }}>
      {label}
    </button>
  );
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];

function nextOf(items: HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === "ArrowDown") return items[(at + 1) % items.length];
  if (key === "ArrowUp") return items.at(at - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return later.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

const GAP = 4;
const EDGE = 8;

/** Places the menu below its button, or above if there is no space, aligned to the nearer window edge. */
function showMenu(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover?.();
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isBelow = bottom + GAP + height <= window.innerHeight - EDGE || top < window.innerHeight / 2;
  const space = isBelow ? window.innerHeight - EDGE - bottom - GAP : top - GAP - EDGE;
  menu.style.setProperty(
    "left",
    `${Math.max(EDGE, Math.min(right > window.innerWidth / 2 ? right - width : left, window.innerWidth - width - EDGE))}px`,
  );
  menu.style.setProperty("top", `${isBelow ? bottom + GAP : Math.max(EDGE, top - GAP - height)}px`);
  menu.style.setProperty("max-height", `${space}px`);
}
