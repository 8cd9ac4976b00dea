import { t } from "@conquest/shared/singletons/language";
import { isHelpText, messageOf, type HelpArticle, type HelpBlock, type HelpText } from "./help-article";
import type { HelpTopic } from "./help-topics";

const fold = (text: string) => text.normalize("NFKC").toLowerCase();

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const textOf = (text: HelpText) => t(messageOf(text));

function textsOf(block: HelpBlock): string[] {
  if (isHelpText(block)) return [textOf(block)];
  if ("picture" in block) return [];
  return ("steps" in block ? block.steps : block.list).map(textOf);
}

/** Whole words, also in the plural, count more than words that only begin with the typed one. */
function strengthIn(words: readonly string[], typed: string): number {
  if (words.some((word) => word === typed || word === `${typed}s`)) return 2;
  return words.some((word) => word.startsWith(typed)) ? 1 : 0;
}

interface Match {
  article: HelpArticle;
  /** Words of the query that it has. */
  count: number;
  strength: number;
}

function match(article: HelpArticle, searched: readonly string[]): Match {
  const { title, keywords, body } = article;
  const inTitle = wordsOf(t(title));
  const inKeywords = keywords === undefined ? [] : wordsOf(t(keywords));
  const inText = body.flatMap(textsOf).flatMap(wordsOf);
  const strengths = searched.map(
    (typed) => 9 * strengthIn(inTitle, typed) + 5 * strengthIn(inKeywords, typed) + strengthIn(inText, typed),
  );
  return {
    article,
    count: strengths.filter(Boolean).length,
    strength: strengths.reduce((sum, strength) => sum + strength, 0),
  };
}

/** Returns articles with the most words of the query, best first, and their topics. Matches the beginnings of words. */
export function searchHelp(topics: readonly HelpTopic[], query: string) {
  const searched = [...new Set(wordsOf(query))];
  const found = topics.map((topic) => ({ topic, matches: topic.articles.map((each) => match(each, searched)) }));
  const most = Math.max(...found.flatMap(({ matches }) => matches.map(({ count }) => count)));
  if (most === 0) return [];
  return found
    .map(({ topic, matches }) => ({
      topic,
      best: matches.filter(({ count }) => count === most).sort((a, b) => b.strength - a.strength),
    }))
    .filter(({ best }) => best.length > 0)
    .sort((a, b) => b.best[0]!.strength - a.best[0]!.strength)
    .map(({ topic, best }) => ({ topic, articles: best.map(({ article }) => article) }));
}
