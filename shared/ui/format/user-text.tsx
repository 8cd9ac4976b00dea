import { Fragment } from "react";
import { splitAtLinks } from "@conquest/shared/ui/format/https-links";

/** User text with its line breaks and clickable https links. */
export function UserText({ children }: { children: string }) {
  return (
    <div className="cq-user-text" dir="auto">
      {splitAtLinks(children).map(({ text, isLink }, index) =>
        isLink ? (
          <a key={index} href={text} rel="nofollow ugc noopener" target="_blank" className="cq-link">
            {text}
          </a>
        ) : (
          <Fragment key={index}>{text}</Fragment>
        ),
      )}
    </div>
  );
}
