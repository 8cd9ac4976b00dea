const ADDRESS = /https:\/\/[\p{L}\p{N}][^\s<>"]*/giu;
/** Belongs to the sentence around an address, not to the address. */
const TRAILING = /[.,;:!?'’”»…]+$/u;
const PAIRS = { ")": "(", "]": "[", "}": "{" } as const;

/** The text in pieces, in order; those that are https addresses are links. */
export function splitAtLinks(text: string): { text: string; isLink: boolean }[] {
  const pieces: { text: string; isLink: boolean }[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found);
    if (!URL.canParse(address)) continue;
    pieces.push({ text: text.slice(done, index), isLink: false }, { text: address, isLink: true });
    done = index + address.length;
  }
  pieces.push({ text: text.slice(done), isLink: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** An address in brackets does not end in the bracket, unless it opened one itself. */
function withoutTail(found: string): string {
  const address = found.replace(TRAILING, "");
  const last = address.at(-1) as keyof typeof PAIRS;
  const opening = PAIRS[last];
  const isOdd = opening !== undefined && address.split(last).length > address.split(opening).length;
  return isOdd ? withoutTail(address.slice(0, -1)) : address;
}
