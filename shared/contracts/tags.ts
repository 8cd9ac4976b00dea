import { z } from "zod";
import { REQUIRED } from "./text/fields";
import { message, translated } from "./text/message";

/* eslint-disable untranslated/texts -- Ids; shared/ui/contest/tag.tsx has them as messages. */
export const TAGS = [
  "Image Design Contests",
  "Article Writing",
  "Marketing Strategy",
  "Digital Advertisement Contests",
  "Gaming Review",
  "Book Review",
  "Business Idea Concerts",
  "Movie Review",
] as const;
/* eslint-enable untranslated/texts */
export const tag = z.enum(TAGS, {
  error: ({ input }) =>
    translated(message(input === undefined || input === "" ? REQUIRED : "Choose one of the listed tags")),
});
export type Tag = z.infer<typeof tag>;
