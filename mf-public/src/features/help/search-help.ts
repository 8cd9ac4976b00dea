import { t } from "@conquest/shared/singletons/language";
import type { HelpArticle, HelpBlock, HelpText } from "./help-article";

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const textOf = (text: HelpText) => t(typeof text === "string" ? text : text.text);

function textsOf(block: HelpBlock): string[] {
  if (typeof block === "string" || "text" in block) return [textOf(block)];
  if ("picture" in block) return [];
  return ("steps" in block ? block.steps : block.list).map(textOf);
}

/** Returns the articles with words that begin with each word of the query; matches in the title come first. */
export function searchHelp(articles: readonly HelpArticle[], query: string): HelpArticle[] {
  const searched = wordsOf(query);
  if (searched.length === 0) return [];
  const isIn = (texts: readonly string[]) => {
    const words = texts.flatMap(wordsOf);
    return searched.every((start) => words.some((word) => word.startsWith(start)));
  };
  const inTitle = articles.filter(({ title }) => isIn([t(title)]));
  const inText = articles.filter(
    (article) => !inTitle.includes(article) && isIn([t(article.title), ...article.body.flatMap(textsOf)]),
  );
  return [...inTitle, ...inText];
}
