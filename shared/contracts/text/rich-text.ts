import { z } from "zod";

/** Opens an element (`br`, `hr`, `img` have no end), is text, or closes one. Flat: response checks can't recurse. */
export const richTextToken = z.object({
  tag: z.string().optional(),
  /** An image has its alternative text here. */
  text: z.string().optional(),
  /** A safe address, of `a` or `img`. */
  href: z.string().optional(),
  /** An ordered list begins with this number instead of 1. */
  start: z.number().int().optional(),
});
export type RichTextToken = z.infer<typeof richTextToken>;

export const richText = z.array(richTextToken);
export type RichText = readonly RichTextToken[];
