const STATE = { keepsScroll: true };

/** State for navigate, setSearchParams and Link that prevents scrolling to the top. */
export const preserveScroll = { state: STATE };

export const preservesScroll = ({ state }: { state: unknown }): boolean =>
  typeof state === "object" && state !== null && "keepsScroll" in state && state.keepsScroll === true;
