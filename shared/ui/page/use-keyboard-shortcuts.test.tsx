import { render } from "@testing-library/react";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";

const pressed: string[] = [];

function Room() {
  useKeyboardShortcuts(
    Object.fromEntries(["j", "k", "s", "a", "m", "1", "3", "/", "?"].map((key) => [key, () => void pressed.push(key)])),
  );
  return <textarea aria-label="A field" />;
}

function press(key: string, code: string, more: KeyboardEventInit = {}, target: Element = document.body) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...more }));
}

beforeEach(() => {
  pressed.length = 0;
  localStorage.clear();
});

it.each([
  ["a Bangla letter", "জ", "KeyJ", "j"],
  ["a Bangla letter of two code points", "ক্ষ", "KeyK", "k"],
  ["a Bangla digit", "৩", "Digit3", "3"],
  ["a Bangla digit of the number pad", "৩", "Numpad3", "3"],
  ["a Bangla digit without a physical key", "১", "", "1"],
  ["an Arabic digit", "٣", "Digit3", "3"],
  ["a Persian digit", "۱", "", "1"],
  ["a Devanagari digit", "३", "", "3"],
  ["a Cyrillic letter", "о", "KeyJ", "j"],
  ["another sign of the number row", "№", "Digit3", "3"],
  ["another sign of the slash key", "।", "Slash", "/"],
  ["an AZERTY a, which is the physical Q", "a", "KeyQ", "a"],
  ["a Dvorak j, which is the physical C", "j", "KeyC", "j"],
  ["a digit of an AZERTY number pad", "3", "Numpad3", "3"],
])("works for %s", (_, key, code, expected) => {
  render(<Room />);
  press(key, code);
  expect(pressed).toEqual([expected]);
});

it("works with Caps Lock, and for a shifted question mark of another script", () => {
  render(<Room />);
  press("J", "KeyJ", { modifierCapsLock: true });
  press("؟", "Slash", { shiftKey: true });
  expect(pressed).toEqual(["j", "?"]);
});

it.each<[string, string, string, KeyboardEventInit]>([
  ["the physical J that types another Latin letter", "h", "KeyJ", {}],
  ["an accented letter of a number row", "é", "Digit3", {}],
  ["a sign of a Latin layout on the physical slash key", "-", "Slash", {}],
  ["a shifted letter", "ঝ", "KeyJ", { shiftKey: true }],
  ["a shifted number key", "₹", "Digit3", { shiftKey: true }],
  ["Ctrl", "জ", "KeyJ", { ctrlKey: true }],
  ["Meta", "জ", "KeyJ", { metaKey: true }],
  ["Alt", "জ", "KeyJ", { altKey: true }],
  ["AltGr", "ৎ", "KeyJ", { modifierAltGraph: true }],
  ["a key of a composition", "জ", "KeyJ", { isComposing: true }],
  ["a key that an input method keeps", "Process", "KeyJ", {}],
  ["a dead key", "Dead", "KeyJ", {}],
])("ignores %s", (_, key, code, more) => {
  render(<Room />);
  press(key, code, more);
  expect(pressed).toEqual([]);
});

it("does nothing while someone types in a field, or if shortcuts are off", () => {
  const { getByLabelText } = render(<Room />);
  press("জ", "KeyJ", {}, getByLabelText("A field"));
  localStorage.setItem("judging-keys", "off");
  press("জ", "KeyJ");
  expect(pressed).toEqual([]);
});
