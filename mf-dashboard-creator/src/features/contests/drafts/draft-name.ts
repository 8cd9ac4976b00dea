export const draftName = (name: string) => name.trim() || "Untitled contest";

export const DRAFTS_PATH = "/dashboard/contest_drafts";
