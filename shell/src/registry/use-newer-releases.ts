import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSite } from "../remote-part/site-context";
import type { NewerReleases } from "./newer-releases";

/** Whoever has just come has the newest, and should not be asked anything, in milliseconds. */
const FIRST_WHILE_MS = 60_000;

/** Offers a tab that has been open for a while to take newer releases of what it runs. All of that is code for later. */
export function useNewerReleases(): void {
  const site = useSite();
  const { pathname } = useLocation();
  const [newer, setNewer] = useState<NewerReleases>();

  useEffect(() => {
    const edited = new Set<EventTarget>();
    const note = ({ target }: Event) => target && edited.add(target);
    document.addEventListener("input", note, true);
    const begin = () =>
      void import(/* webpackChunkName: "newer-releases" */ "./newer-releases")
        .then(({ newerReleases }) => setNewer(newerReleases(site, edited)))
        // Somebody who cannot have it goes on with what there is.
        .catch(() => undefined);
    const timer = setTimeout(begin, FIRST_WHILE_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", note, true);
    };
  }, [site]);

  useEffect(() => newer?.watch(), [newer]);
  useEffect(() => void newer?.look(), [newer, pathname]);
}
