import { useEffect, useState } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const NoticeBell = lazyComponent(() => import(/* webpackChunkName: "notice-bell" */ "./notice-bell"));

/** Loads the bell lazily, since visitors do not need it. A placeholder of equal width remains if loading fails; the dashboard also lists notices. */
export function LazyNoticeBell() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(
    () =>
      void NoticeBell.load().then(
        () => setLoaded(true),
        () => undefined,
      ),
    [],
  );
  return isLoaded ? <NoticeBell /> : <span className="sh-icon-button" aria-hidden="true" />;
}
