import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant } from "./text/fields";

export const MAX_BRIEF_CHANGES = 20;

const textStretch = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
export type TextStretch = z.infer<typeof textStretch>;

const briefChange = z.object({
  at: instant,
  /** Missing if the text stayed the same. */
  description: z.array(textStretch).optional(),
  task: z.array(textStretch).optional(),
});
export type BriefChange = z.infer<typeof briefChange>;

/** The last changes of the published description and task, newest first. Texts that were never public are left out. */
export const listBriefChanges = defineEndpoint("GET /brief-changes/:contestId", "everyone", {
  response: z.object({ changes: z.array(briefChange), hasMore: z.boolean() }),
  perMinute: 120,
});
