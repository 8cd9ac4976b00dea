/** The parts of a keyboard event that say which key was pressed; React's event and the browser's both have them. */
interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
  getModifierState(key: "AltGraph" | "CapsLock"): boolean;
}

/** Named keys like "ArrowDown" are spelled in Latin letters too, so they never count as another script. */
const OTHER_SCRIPT = /^[^\p{Script=Latin}\p{ASCII}]+$/u;
const DIGIT = /^\p{Decimal_Number}$/u;

/** Unicode starts the ten digits of a script at a code point that ends in 0 or 6. */
function digitOf(key: string): string {
  const place = key.codePointAt(0)!;
  const fromRow = place & 0xf;
  const startsAtRow = DIGIT.test(String.fromCodePoint(place - fromRow));
  return String(startsAtRow ? fromRow : fromRow - 6);
}

/**
 * Returns the key to compare shortcuts with. Letters and digits of other scripts count as the Latin ones of the same physical key.
 * On Latin layouts the typed letter counts.
 */
export function latinKey(event: Pressed): string {
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

/** Whether a key belongs to a browser or system shortcut, or to text that an input method is composing. */
export const isNotForPage = (event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "isComposing">): boolean =>
  event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
