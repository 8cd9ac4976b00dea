import { useEffect, type ReactNode } from "react";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { AccountArt } from "./art/account-art";

interface Props {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** What somebody who is there does first. */
const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "focusin", "input"];

/** What login and register have in common: one quiet column under a heading, and what it is for. Whoever turns out to be signed in is led on by the page. */
export function AccountFrame({ title, subtitle, children }: Props) {
  const delayedBecause = useSession((state) => state.delayedBecause);
  // The browser shows the window of Google only to the click itself, which cannot wait for a library; who only reads does without.
  useEffect(() => {
    const stop = () => SIGNS_OF_LIFE.forEach((sign) => removeEventListener(sign, prepare));
    const prepare = () => {
      stop();
      session.prepare();
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, prepare, { passive: true });
    // They turned to it while it was only drawn.
    if (document.activeElement?.matches("main input")) prepare();
    return stop;
  }, []);
  return (
    <div className="cq-container cq-page cq-account">
      <div>
        <PageHeading title={title} subtitle={subtitle} />
        <div className="cq-panel pu:flex pu:flex-col pu:gap-5">
          {delayedBecause && (
            <Note tone="warning" title="You could not be signed in yet">
              {delayedBecause} We keep trying; you need not do anything.
            </Note>
          )}
          {children}
        </div>
      </div>
      <AccountArt />
    </div>
  );
}

/** "or", between the Google button and the form. */
export const OrDivider = () => (
  <p className="pu:flex pu:items-center pu:gap-3 pu:text-sm pu:text-muted pu:before:h-px pu:before:flex-1 pu:before:bg-line pu:after:h-px pu:after:flex-1 pu:after:bg-line">
    or with your e-mail
  </p>
);
