import { z } from "zod";

/**
 * A step of a rendered Markdown text: it opens the element `tag` (`br`, `hr` and `img` have no end), is text, or
 * closes the last element. Response checks know no recursion.
 */
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
