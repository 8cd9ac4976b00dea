/** What was typed, with Latin digits for Bangla ones: a keyboard set to Bangla types those. */
export const latinDigits = (text: string): string =>
  text.replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
