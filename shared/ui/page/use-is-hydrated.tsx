import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** False on a server and in the first render of its markup. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
