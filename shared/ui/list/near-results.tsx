import type { Page } from "@conquest/shared/singletons/call";
import { t } from "@conquest/shared/singletons/language";

interface Props {
  page: Pick<Page<unknown>, "resultsFor"> | undefined;
  term: string;
  /** A message: what the list has, in the plural. */
  items: string;
}

/** Says that nothing matched exactly and which results are shown instead; empty if the search matched. */
export function NearResults({ page, term, items }: Props) {
  const translated = t(items);
  const texts = page?.resultsFor?.map((text) => `“${text}”`);
  return (
    <p role="status" className="cq-near-results">
      {texts &&
        `${t("No {items} match “{term}”.", { items: translated, term })} ${
          texts.length > 0
            ? t("Showing results for {texts}.", { texts: texts.join(` ${t("or")} `) })
            : t("Showing similar {items}.", { items: translated })
        }`}
    </p>
  );
}
