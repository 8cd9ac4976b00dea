export const draftName = (name: string) => name.trim() || "Contest without a name";
