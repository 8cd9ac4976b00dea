import { z } from "zod";
import { REQUIRED } from "./text/fields";
import { message, msg, translated } from "./text/message";

export const TAGS = [
  msg("Image Design Contests"),
  msg("Article Writing"),
  msg("Marketing Strategy"),
  msg("Digital Advertisement Contests"),
  msg("Gaming Review"),
  msg("Book Review"),
  msg("Business Idea Concerts"),
  msg("Movie Review"),
] as const;
export const tag = z.enum(TAGS, {
  error: ({ input }) =>
    translated(message(input === undefined || input === "" ? REQUIRED : "Choose one of the listed tags")),
});
export type Tag = z.infer<typeof tag>;
