import { editMarkdown, type MarkdownEdit } from "./markdown-edits";

/** In texts, `‹` and `›` enclose the selection. */
function apply(edit: MarkdownEdit, marked: string): string {
  const start = marked.indexOf("‹");
  const end = marked.indexOf("›") - 1;
  const text = marked.replace(/[‹›]/g, "");
  const change = editMarkdown(edit, { text, start, end });
  const after = text.slice(0, change.from) + change.by + text.slice(change.to);
  return `${after.slice(0, change.start)}‹${after.slice(change.start, change.end)}›${after.slice(change.end)}`;
}

it.each<[MarkdownEdit, string, string]>([
  ["bold", "a ‹b› c", "a **‹b›** c"],
  ["bold", "a **‹b›** c", "a ‹b› c"],
  ["bold", "a‹ b ›c", "a **‹b›** c"],
  ["bold", "a ‹›", "a **‹›**"],
  ["bold", "a **‹›**", "a ‹›"],
  ["bold", "*‹b›*", "***‹b›***"],
  ["italic", "‹b›", "*‹b›*"],
  ["italic", "*‹b›*", "‹b›"],
  ["italic", "**‹b›**", "***‹b›***"],
  ["italic", "***‹b›***", "**‹b›**"],
  ["italic", "‹নদী›", "*‹নদী›*"],
  ["heading", "a\nb‹›c\nd", "a\n# bc‹›\nd"],
  ["heading", "## a‹›", "a‹›"],
  ["list", "‹a\n\nb›", "‹- a\n\n- b›"],
  ["list", "‹- a\n* b›", "‹a\nb›"],
  ["list", "‹- a\nb›", "‹- a\n- b›"],
  ["list", "a‹›\nb", "- a‹›\n\nb"],
  ["list", "‹›", "- ‹›"],
  ["quote", "‹a\nb›\n\nc", "‹> a\n> b›\n\nc"],
  ["quote", "‹> a\n>b›", "‹a\nb›"],
  ["link", "see ‹the rules›", "see [the rules](‹https://›)"],
  ["link", "‹›", "[](‹https://›)"],
  ["link", "‹https://example.com›", "[‹›](https://example.com)"],
])("%s changes %j to %j", (edit, before, after) => {
  expect(apply(edit, before)).toBe(after);
});
