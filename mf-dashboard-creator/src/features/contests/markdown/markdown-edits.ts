export type MarkdownEdit = "bold" | "italic" | "heading" | "list" | "quote" | "link";

export interface Selected {
  text: string;
  /** The selection, as of a textarea. */
  start: number;
  end: number;
}

/** Replaces `from` to `to` by `by`, and then selects `start` to `end`. */
export interface Replacement {
  from: number;
  to: number;
  by: string;
  start: number;
  end: number;
}

const MARKS = { bold: "**", italic: "*" } as const;
const LINE_STARTS = { heading: "# ", list: "- ", quote: "> " } as const;
const ANY_LINE_START = { heading: /^#{1,6} +/, list: /^[-*+] +/, quote: /^> ?/ } as const;

/** Returns the change that a button of the toolbar makes. A second press undoes the first. */
export function editMarkdown(edit: MarkdownEdit, selected: Selected): Replacement {
  if (edit === "link") return link(selected);
  return edit === "bold" || edit === "italic" ? mark(MARKS[edit], selected) : startLines(edit, selected);
}

function mark(sign: string, { text, start, end }: Selected): Replacement {
  const [from, to] = withoutOuterSpaces(text, start, end);
  const inner = text.slice(from, to);
  const size = sign.length;
  if (isMarked(text, from, to, sign))
    return { from: from - size, to: to + size, by: inner, start: from - size, end: to - size };
  return { from, to, by: sign + inner + sign, start: from + size, end: to + size };
}

/** One star marks italic text, two bold, three both. */
function isMarked(text: string, from: number, to: number, sign: string): boolean {
  const before = /\**$/.exec(text.slice(0, from))![0].length;
  const after = /^\**/.exec(text.slice(to))![0].length;
  const stars = Math.min(before, after);
  if (from === to && before + after === 2 * sign.length) return stars === sign.length;
  return sign.length === 1 ? stars % 2 === 1 : stars >= 2;
}

/** Markup next to a space does nothing. */
function withoutOuterSpaces(text: string, start: number, end: number): readonly [number, number] {
  const inner = text.slice(start, end);
  if (inner.trim() === "") return [start, end];
  return [start + inner.length - inner.trimStart().length, end - (inner.length - inner.trimEnd().length)];
}

function startLines(edit: keyof typeof LINE_STARTS, { text, start, end }: Selected): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const pattern = ANY_LINE_START[edit];
  const written = lines.filter((line) => line.trim() !== "");
  const isOn = written.length > 0 && written.every((line) => pattern.test(line));
  const by = lines
    .map((line) => {
      if (isOn) return line.replace(pattern, "");
      return line.trim() === "" && lines.length > 1 ? line : LINE_STARTS[edit] + line.replace(pattern, "");
    })
    .join("\n");
  // A line that follows directly would belong to the list or the quote.
  const needsGap = !isOn && edit !== "heading" && /^\n[^\n]/.test(text.slice(to));
  const isOneLine = lines.length === 1;
  return { from, to, by: needsGap ? `${by}\n` : by, start: isOneLine ? from + by.length : from, end: from + by.length };
}

const PLACE = "https://";

function link({ text, start, end }: Selected): Replacement {
  const inner = text.slice(start, end);
  if (/^https:\/\/\S+$/.test(inner))
    return { from: start, to: end, by: `[](${inner})`, start: start + 1, end: start + 1 };
  const address = start + inner.length + "[](".length;
  return { from: start, to: end, by: `[${inner}](${PLACE})`, start: address, end: address + PLACE.length };
}
