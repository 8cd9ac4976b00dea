import { useEffect, useState } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const NoticeBell = lazyComponent(() => import(/* webpackChunkName: "notice-bell" */ "./notice-bell"));

/** The bell for pages of the site, of which visitors need nothing. Until it comes its place is as wide, and where it cannot be had notices are on the dashboard still. */
export function LazyNoticeBell() {
  const [isHere, setHere] = useState(false);
  useEffect(
    () =>
      void NoticeBell.load().then(
        () => setHere(true),
        () => undefined,
      ),
    [],
  );
  return isHere ? <NoticeBell /> : <span className="sh-icon-button" aria-hidden="true" />;
}
