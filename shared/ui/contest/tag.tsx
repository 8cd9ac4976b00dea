import { TAGS, type Tag } from "@conquest/shared/contracts/tags";
import { t } from "@conquest/shared/singletons/language";

const COLOURS = ["design", "writing", "marketing", "advertisement", "gaming", "book", "business", "movie"];

export const tagOptions = (none: string) => [
  { value: "", label: none },
  ...TAGS.map((tag) => ({ value: tag as string, label: t(tag) })),
];

export function TagLabel({ tag }: { tag: Tag }) {
  return (
    <span className={`cq-tag cq-tag-${COLOURS[TAGS.indexOf(tag)] ?? "other"}`}>
      <span className="cq-tag-flag" aria-hidden="true" />
      {t(tag)}
    </span>
  );
}
