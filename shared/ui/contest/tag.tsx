import type { Tag } from "@conquest/shared/contracts/tags";
import { lookUp } from "@conquest/shared/ui/format/labels";

const COLOURS: Record<Tag, string> = {
  "Image Design Contests": "design",
  "Article Writing": "writing",
  "Marketing Strategy": "marketing",
  "Digital Advertisement Contests": "advertisement",
  "Gaming Review": "gaming",
  "Book Review": "book",
  "Business Idea Concerts": "business",
  "Movie Review": "movie",
};

/** A contest's tag with its flag, in the same words as in forms and filters. */
export function TagLabel({ tag }: { tag: Tag }) {
  const colour = lookUp<string>(COLOURS, tag, () => "other");
  return (
    <span className={`cq-tag cq-tag-${colour}`}>
      <span className="cq-tag-flag" aria-hidden="true" />
      {tag}
    </span>
  );
}
