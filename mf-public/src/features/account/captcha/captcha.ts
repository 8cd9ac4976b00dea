/** Characters without look-alikes: 0 O, 1 I l, 9 g q, and capitals that are only larger, like C c. */
const CHARACTERS = "ABDEFGHJLMNQRTYabdefhijmnrty2345678";
export const CAPTCHA_LENGTH = 6;

export const makeCaptcha = (random: () => number = Math.random): string =>
  Array.from({ length: CAPTCHA_LENGTH }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]).join("");

const WORDS =
  "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu".split(
    " ",
  );
const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Spells out each character for speech and Braille: "uppercase K, Kilo", "lowercase m, Mike", "digit four". */
export function spellOut(captcha: string): string[] {
  return Array.from(captcha, (character) => {
    if (/\d/.test(character)) return `digit ${DIGITS[Number(character)]}`;
    const word = WORDS[character.toUpperCase().charCodeAt(0) - 65];
    return `${character === character.toUpperCase() ? "uppercase" : "lowercase"} ${character}, ${word}`;
  });
}
