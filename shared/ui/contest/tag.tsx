import type { Tag } from "@conquest/shared/contracts/tags";
import { lookUp } from "@conquest/shared/ui/format/labels";

const SHORT_TAGS: Record<Tag, { name: string; colour: string }> = {
  "Image Design Contests": { name: "Image Design", colour: "design" },
  "Article Writing": { name: "Article Writing", colour: "writing" },
  "Marketing Strategy": { name: "Marketing", colour: "marketing" },
  "Digital Advertisement Contests": { name: "Advertisement", colour: "advertisement" },
  "Gaming Review": { name: "Gaming Review", colour: "gaming" },
  "Book Review": { name: "Book Review", colour: "book" },
  "Business Idea Concerts": { name: "Business Idea", colour: "business" },
  "Movie Review": { name: "Movie Review", colour: "movie" },
};

/** A contest's tag with its flag. `isShort` omits words that are obvious on a card. */
export function TagLabel({ tag, isShort = false }: { tag: Tag; isShort?: boolean }) {
  const { name, colour } = lookUp<(typeof SHORT_TAGS)[Tag]>(SHORT_TAGS, tag, () => ({ name: tag, colour: "other" }));
  return (
    <span className={`cq-tag cq-tag-${colour}`}>
      <span className="cq-tag-flag" aria-hidden="true" />
      {isShort ? name : tag}
    </span>
  );
}
