const STATE = { keepsScroll: true };

/**
 * State for navigate, setSearchParams and Link that prevents scrolling to the top, for changes of only a part of the
 * page.
 */
export const keepScroll = { state: STATE };

/** Returns whether the navigation used {@link keepScroll}. */
export const keepsScroll = ({ state }: { state: unknown }): boolean =>
  typeof state === "object" && state !== null && "keepsScroll" in state && state.keepsScroll === true;
