import { useEffect, useState, type ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { useLocation } from "react-router-dom";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { BrandArt } from "./art/brand-art";

const USER_EVENTS = ["pointermove", "pointerdown", "keydown", "focusin", "input"];

/** Shared layout of login and register. The page itself redirects signed-in users. */
export function AccountFrame({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  const delayedBecause = useSession((state) => state.delayedBecause);
  // Browsers open the Google popup only during the click, which cannot wait for a library, so the library is loaded on
  // the first user event. Pages that are only read never load it.
  useEffect(() => {
    const removeListeners = () => USER_EVENTS.forEach((event) => removeEventListener(event, prepare));
    const prepare = () => {
      removeListeners();
      session.prepare();
    };
    for (const event of USER_EVENTS) addEventListener(event, prepare, { passive: true });
    // The user focused a field before hydration.
    if (document.activeElement?.matches("main input")) prepare();
    return removeListeners;
  }, []);
  return (
    <div className="cq-container cq-page cq-account">
      <div>
        <PageHeading title={title} subtitle={subtitle} />
        <div className="cq-panel pu:flex pu:flex-col pu:gap-5">
          {delayedBecause && (
            <Note tone="warning" title={t("We couldn't log you in yet")}>
              {delayedBecause} {t("We'll keep trying. You don't need to do anything.")}
            </Note>
          )}
          {children}
        </div>
      </div>
      <AccountArt />
    </div>
  );
}

export const OrDivider = () => (
  <p className="pu:flex pu:items-center pu:gap-3 pu:text-sm pu:text-muted pu:before:h-px pu:before:flex-1 pu:before:bg-line pu:after:h-px pu:after:flex-1 pu:after:bg-line">
    {t("or use your email")}
  </p>
);

const IntendedContest = lazyComponent(() => import(/* webpackChunkName: "contest-ahead" */ "./art/intended-contest"));

function AccountArt() {
  const { state, search } = useLocation();
  const [, id] = /^\/contest-details\/([\da-f-]{36})(?![^/?#])/.exec(returnPath(state, search)) ?? [];
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    // Optional: if it cannot be loaded, the brand art stays.
    if (id)
      IntendedContest.load().then(
        () => setIsLoaded(true),
        () => undefined,
      );
  }, [id]);
  return id && isLoaded ? <IntendedContest id={id} /> : <BrandArt reservesSpace={id !== undefined} />;
}
