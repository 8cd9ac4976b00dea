import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import { Bold, Eye, Heading, Italic, Link, List, TextQuote, type LucideIcon } from "lucide-react";
import { msg, t } from "@conquest/shared/singletons/language";
import { IconButton } from "@conquest/shared/ui/button";
import { editMarkdown, type MarkdownEdit } from "./markdown-edits";

export interface MarkdownToolbarProps {
  controls: string;
  isPreviewOpen: boolean;
  onPreview: () => void;
}

const EDITS: readonly { edit: MarkdownEdit; label: string; icon: LucideIcon; key?: string }[] = [
  { edit: "bold", label: msg("Bold"), icon: Bold, key: "b" },
  { edit: "italic", label: msg("Italic"), icon: Italic, key: "i" },
  { edit: "heading", label: msg("Heading"), icon: Heading },
  { edit: "list", label: msg("List"), icon: List },
  { edit: "quote", label: msg("Quote"), icon: TextQuote },
  { edit: "link", label: msg("Link"), icon: Link },
];

const textarea = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null;

/** A toolbar as the ARIA practices describe it: one tab stop, arrow keys move between the buttons. */
export default function MarkdownToolbar({ controls, isPreviewOpen, onPreview }: MarkdownToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  const onShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && !event.isComposing;
    const found = isShortcut && EDITS.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    change(event.currentTarget as HTMLTextAreaElement, found.edit);
  });
  useEffect(() => {
    const element = textarea(controls);
    const listen = (event: globalThis.KeyboardEvent) => onShortcut(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [controls]);

  const move = (event: KeyboardEvent) => {
    const buttons = [...toolbar.current!.querySelectorAll("button")];
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]!.focus();
  };
  const itemProps = (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) });

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t("Formatting")}
      aria-controls={controls}
      onKeyDown={move}
      className="dc:flex dc:flex-wrap dc:gap-1">
      {EDITS.map(({ edit, label: name, icon: Icon, key }, index) => (
        <IconButton
          key={edit}
          {...itemProps(index)}
          label={t(name)}
          title={key ? t("{name} (Ctrl+{key})", { name: t(name), key: key.toUpperCase() }) : t(name)}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          icon={<Icon aria-hidden="true" size={18} />}
          onClick={() => {
            const element = textarea(controls);
            if (element) change(element, edit);
          }}
        />
      ))}
      <IconButton
        {...itemProps(EDITS.length)}
        label={t("Show formatted text")}
        variant={isPreviewOpen ? "secondary" : "ghost"}
        aria-pressed={isPreviewOpen}
        icon={<Eye aria-hidden="true" size={18} />}
        onClick={onPreview}
      />
    </div>
  );
}

function change(element: HTMLTextAreaElement, edit: MarkdownEdit): void {
  const { value: text, selectionStart: start, selectionEnd: end } = element;
  const { from, to, by, ...selected } = editMarkdown(edit, { text, start, end });
  element.focus();
  element.setSelectionRange(from, to);
  // The browser's undo knows no other change by a script.
  const isDone = by === "" ? false : document.execCommand?.("insertText", false, by);
  if (!isDone) {
    element.setRangeText(by, from, to);
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  element.setSelectionRange(selected.start, selected.end);
}
