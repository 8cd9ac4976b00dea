/** What a draft is called while it has no name. */
export const draftName = (name: string) => name.trim() || "Contest without a name";
