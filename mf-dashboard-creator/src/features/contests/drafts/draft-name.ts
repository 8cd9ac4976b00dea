/** Name to show for a draft, also if it has none yet. */
export const draftName = (name: string) => name.trim() || "Contest without a name";
