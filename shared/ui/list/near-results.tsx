import type { Page } from "@conquest/shared/singletons/call";

interface Props {
  page: Pick<Page<unknown>, "resultsFor"> | undefined;
  term: string;
  items: string;
}

/** Says that nothing matched exactly and which results are shown instead; empty if the search matched. */
export function NearResults({ page, term, items }: Props) {
  const texts = page?.resultsFor?.map((text) => `“${text}”`);
  return (
    <p role="status" className="cq-near-results">
      {texts &&
        `No ${items} match “${term}”. ${texts.length > 0 ? `Showing results for ${texts.join(" or ")}.` : `Showing similar ${items}.`}`}
    </p>
  );
}
