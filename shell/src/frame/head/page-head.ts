import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { SiteMap } from "../../registry/site-map";

/** The head that the server wrote is of the page that was asked for: whoever goes on to another takes that one's. */
export function usePageHead({ pageAt }: SiteMap, isKnown: boolean): void {
  const { pathname } = useLocation();
  const served = useRef<string | null>(pathname);
  useEffect(() => {
    if (served.current === pathname) return;
    served.current = null;
    // Where it cannot be had, the next page asks again.
    const writing = import(/* webpackChunkName: "page-head" */ "./write-head").then(({ writeHead }) => writeHead(pathname, pageAt(pathname)), () => undefined);
    return () => void writing.then((stop) => stop?.());
  }, [pathname, pageAt, isKnown]);
}
