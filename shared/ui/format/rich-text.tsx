import { createElement, type ReactNode } from "react";
import type { RichText as Tokens } from "@conquest/shared/contracts/text/rich-text";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { AutoLinks } from "@conquest/shared/ui/format/user-text";
import { Picture } from "@conquest/shared/ui/picture/picture";

/** Others, which a newer server may send, are shown without their element. */
const TAGS = ["p", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong"];
const VOID = ["br", "hr", "img"];

interface Open {
  tag: string;
  props: Record<string, unknown>;
  children: ReactNode[];
}

export default function RichText({ tokens }: { tokens: Tokens }) {
  const text = tokens.map(({ text = "" }) => text).join("");
  return (
    <div className="cq-user-text cq-rich-text" dir="auto" lang={langOf(text)}>
      {toElements(tokens)}
    </div>
  );
}

function toElements(tokens: Tokens): ReactNode[] {
  const root: Open = { tag: "", props: {}, children: [] };
  const open = [root];
  const close = () => {
    const { tag, props, children } = open.pop()!;
    const parent = open.at(-1)!;
    const key = parent.children.length;
    parent.children.push(tag === "" ? children : createElement(tag, { key, ...props }, ...children));
  };
  for (const { tag, text = "", href, start } of tokens) {
    const { children } = open.at(-1)!;
    const key = children.length;
    if (tag === undefined) {
      if (text !== "") children.push(isPlain(open) ? text : <AutoLinks key={key}>{text}</AutoLinks>);
      else if (open.length > 1) close();
    } else if (tag === "img")
      children.push(
        <Picture
          key={key}
          src={href ?? ""}
          alt={text}
          sizes="(min-width: 64rem) 50rem, 92vw"
          className="cq-rich-image"
        />,
      );
    else if (VOID.includes(tag)) children.push(createElement(tag, { key }));
    else
      open.push({ tag: tag === "a" || TAGS.includes(tag) ? tag : "", props: propsOf(tag, href, start), children: [] });
  }
  while (open.length > 1) close();
  return root.children;
}

/** Links and code contain no links. */
const isPlain = (open: readonly Open[]) => open.some(({ tag }) => tag === "a" || tag === "code");

function propsOf(tag: string, href: string | undefined, start: number | undefined) {
  if (tag === "a") return { href, rel: "nofollow ugc noopener", target: "_blank", className: "cq-link" };
  // A long line of code scrolls; the keyboard needs a focus for that.
  if (tag === "pre") return { tabIndex: 0 };
  return start === undefined ? {} : { start };
}
