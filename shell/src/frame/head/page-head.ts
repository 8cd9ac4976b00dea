import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { SiteMap } from "../../registry/site-map";

/** The head that the server wrote is of the page that was asked for: whoever goes on to another takes that one's. */
export function usePageHead({ pageAt }: SiteMap): void {
  const { pathname } = useLocation();
  const served = useRef(pathname);
  useEffect(() => {
    if (served.current === pathname) return;
    served.current = "";
    // Where it cannot be had, the next page asks again.
    import(/* webpackChunkName: "late" */ "./write-head").then(
      ({ writeHead }) => writeHead(pathname, pageAt(pathname)),
      () => undefined,
    );
  }, [pathname, pageAt]);
}
