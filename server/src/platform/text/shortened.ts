/** Cuts between grapheme clusters, which take several characters in many scripts. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter("en").segment(text)) {
    if (index + segment.length > maxLength - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
