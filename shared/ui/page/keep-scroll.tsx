const STATE = { keepsScroll: true };

/** State for navigate, setSearchParams and Link that prevents scrolling to the top. */
export const keepScroll = { state: STATE };

export const keepsScroll = ({ state }: { state: unknown }): boolean =>
  typeof state === "object" && state !== null && "keepsScroll" in state && state.keepsScroll === true;
