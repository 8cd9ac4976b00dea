const STATE = { keepsScroll: true };

/** For navigate, setSearchParams and Link: the page does not jump to its top, since what changes is a piece of it. */
export const keepScroll = { state: STATE };

/** Whether the address was gone to with {@link keepScroll}. */
export const keepsScroll = ({ state }: { state: unknown }): boolean =>
  typeof state === "object" && state !== null && "keepsScroll" in state && state.keepsScroll === true;
