import { z } from "zod";
import { REQUIRED } from "./text/fields";

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
export const tag = z.enum(TAGS, {
  error: ({ input }) => (input === undefined || input === "" ? REQUIRED : "Choose one of the listed tags"),
});
export type Tag = z.infer<typeof tag>;
