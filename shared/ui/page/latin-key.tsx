interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
  getModifierState(key: "AltGraph" | "CapsLock"): boolean;
}

/** Named keys like "ArrowDown" are Latin, so they never count as another script. */
const OTHER_SCRIPT = /^[^\p{Script=Latin}\p{ASCII}]+$/u;
const DIGIT = /^\p{Decimal_Number}$/u;

/** Unicode starts the ten digits of a script at a code point that ends in 0 or 6. */
function digitOf(key: string): string {
  const codePoint = key.codePointAt(0)!;
  const fromRow = codePoint & 0xf;
  const startsAtRow = DIGIT.test(String.fromCodePoint(codePoint - fromRow));
  return String(startsAtRow ? fromRow : fromRow - 6);
}

/** Letters and digits of other scripts count as the Latin ones of the same key; on Latin layouts as typed. */
export function latinKey(event: KeyPress): string {
  const { key, code, shiftKey } = event;
  if (/^[A-Z]$/.test(key) && !shiftKey && event.getModifierState("CapsLock")) return key.toLowerCase();
  if (!OTHER_SCRIPT.test(key) || event.getModifierState("AltGraph")) return key;
  if (DIGIT.test(key)) return digitOf(key);
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (digit && !shiftKey) return digit;
  if (code === "Slash") return shiftKey ? "?" : "/";
  return key;
}

/** Returns whether a key belongs to a browser or system shortcut, or to text that an input method is composing. */
export const isReservedKey = (event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "isComposing">): boolean =>
  event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
