import type { Page } from "@conquest/shared/singletons/call";

interface Props {
  /** The first page of the list. */
  page: Pick<Page<unknown>, "resultsFor"> | undefined;
  /** As it was typed. */
  term: string;
  /** Plural, like "contests". */
  items: string;
}

/** Says that a search found nothing as it was typed, and what is shown instead; empty where it did. */
export function NearResults({ page, term, items }: Props) {
  const texts = page?.resultsFor?.map((text) => `“${text}”`);
  return (
    <p role="status" className="cq-near-results">
      {texts && `No ${items} match “${term}”. ${texts.length > 0 ? `Showing results for ${texts.join(" or ")}.` : `Showing similar ${items}.`}`}
    </p>
  );
}
