import { t } from "@conquest/shared/singletons/language";

export const draftName = (name: string) => name.trim() || t("Untitled contest");

export const DRAFTS_PATH = "/dashboard/contest_drafts";
