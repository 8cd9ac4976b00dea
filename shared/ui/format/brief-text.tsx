import { Suspense } from "react";
import type { RichText as Tokens } from "@conquest/shared/contracts/text/rich-text";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

/** Not part of a page's first scripts: most contests have plain texts. */
const RichText = lazyComponent(
  () => import(/* webpackChunkName: "rich-text" */ "@conquest/shared/ui/format/rich-text"),
);
// A page is rendered on the server in one go, and can't wait for it there.
if (typeof document === "undefined") void RichText.load();

/** A contest's description or task: `tokens` if it is Markdown. */
export const BriefText = ({ tokens, children }: { tokens: Tokens | undefined; children: string }) =>
  tokens ? (
    <Suspense fallback={<UserText>{children}</UserText>}>
      <RichText tokens={tokens} />
    </Suspense>
  ) : (
    <UserText>{children}</UserText>
  );
