import { Fragment } from "react";
import { langOf } from "@conquest/shared/ui/format/lang-of";

/** User text with its line breaks and clickable https links. */
export function UserText({ children }: { children: string }) {
  return (
    <div className="cq-user-text" dir="auto" lang={langOf(children)}>
      <AutoLinks>{children}</AutoLinks>
    </div>
  );
}

export const AutoLinks = ({ children }: { children: string }) =>
  splitAtLinks(children).map(({ text, isLink }, index) =>
    isLink ? (
      <a key={index} href={text} rel="nofollow ugc noopener" target="_blank" className="cq-link">
        {text}
      </a>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  );

const ADDRESS = /https:\/\/[\p{L}\p{N}][^\s<>"]*/giu;
/** Punctuation that belongs to the surrounding sentence. */
const TRAILING = /[.,;:!?'’”»…]+$/u;
const BRACKETS = { ")": "(", "]": "[", "}": "{" } as const;

export function splitAtLinks(text: string): { text: string; isLink: boolean }[] {
  const pieces: { text: string; isLink: boolean }[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimUrl(found);
    if (!URL.canParse(address)) continue;
    pieces.push({ text: text.slice(done, index), isLink: false }, { text: address, isLink: true });
    done = index + address.length;
  }
  pieces.push({ text: text.slice(done), isLink: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** Removes trailing punctuation, and a closing bracket unless the URL contains its opening one. */
function trimUrl(found: string): string {
  const address = found.replace(TRAILING, "");
  const last = address.at(-1) as keyof typeof BRACKETS;
  const opening = BRACKETS[last];
  const isUnbalanced = opening !== undefined && address.split(last).length > address.split(opening).length;
  return isUnbalanced ? trimUrl(address.slice(0, -1)) : address;
}
