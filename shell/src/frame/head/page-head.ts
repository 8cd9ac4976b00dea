import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { SiteMap } from "../../registry/site-map";

/** Updates the head after client-side navigation; the server writes only that of the first page. */
export function usePageHead({ pageAt }: SiteMap): void {
  const { pathname } = useLocation();
  const servedPath = useRef(pathname);
  useEffect(() => {
    if (servedPath.current === pathname) return;
    servedPath.current = "";
    // Retried on the next navigation if it fails.
    import(/* webpackChunkName: "late" */ "./write-head").then(
      ({ writeHead }) => writeHead(pathname, pageAt(pathname)),
      () => undefined,
    );
  }, [pathname, pageAt]);
}
