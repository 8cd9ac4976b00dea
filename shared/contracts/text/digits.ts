/** Replaces Bangla digits, which Bangla keyboards type, by Latin ones. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
