const SKINS = ["#e9bd94", "#d9a176", "#c48a5c", "#b87a4f", "#99633f", "#7a4a2d"];
const HAIRS = ["#1b1512", "#2f1f16", "#151b26", "#46291a", "#231712", "#8d8580"];
const CLOTHES = ["#e4472b", "#f3b731", "#2456c7", "#f6f1e4", "#cf2f74", "#18a5b8"];
const GROUNDS = [
  "#bfe3d0",
  "#f8cf6c",
  "#a9d3e8",
  "#f4b3bd",
  "#e9cf9f",
  "#0a3a2d",
  "#3fa684",
  "#ef6a3a",
  "#b5e4e8",
  "#d8d2f0",
  "#f6f1e4",
  "#14212b",
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Hair or headwear, with a layer behind and a layer in front of the head, in a square of 256. */
type Frame = (fill: string) => [behind: string, before: string];

const short: Frame = (fill) => [
  `<path fill="${fill}" d="M74 132c-6-70 24-98 54-98s60 28 54 98z"/>`,
  `<path fill="${fill}" d="M76 112c-6-60 24-84 56-82 40 2 56 30 50 82-6-24-16-38-30-44-22 10-50 8-60 4-10 10-14 22-16 40z"/>`,
];
const parted: Frame = (fill) => [
  `<path fill="${fill}" d="M72 134c-4-72 24-100 56-100s60 28 56 100z"/>`,
  `<path fill="${fill}" d="M76 104c2-44 22-66 52-66s52 22 52 66c-14-4-56-12-72-38-4 18-16 32-32 38z"/>`,
];
const curls: Frame = (fill) => [
  "",
  [86, 106, 128, 150, 170]
    .map(
      (x, index) => `<circle cx="${x}" cy="${66 - (index % 2) * 12 - (index === 2 ? 8 : 0)}" r="24" fill="${fill}"/>`,
    )
    .join("") + `<circle cx="78" cy="94" r="16" fill="${fill}"/><circle cx="178" cy="94" r="16" fill="${fill}"/>`,
];
const cap: Frame = (fill) => [
  "",
  `<path fill="${fill}" d="M74 96c0-40 24-62 54-62s54 22 54 62z"/><path fill="${fill}" d="M74 88h136c4 0 6 12 0 14H74z"/>`,
];
const long: Frame = (fill) => [
  `<path fill="${fill}" d="M68 210c-8-60-10-180 60-180s70 120 62 180z"/>`,
  `<path fill="${fill}" d="M80 116c0-50 20-72 52-72 30 0 46 24 46 70-24-8-44-22-54-42-8 22-22 36-44 44z"/>`,
];
const bun: Frame = (fill) => [
  `<circle cx="128" cy="34" r="26" fill="${fill}"/>`,
  `<path fill="${fill}" d="M78 114c-4-50 20-72 50-72s56 22 50 72c-8-26-22-40-50-40s-42 14-50 40z"/>`,
];
const bob: Frame = (fill) => [
  `<path fill="${fill}" d="M66 166c-6-90 12-134 62-134s68 44 62 134c-10 8-30 8-38 0h-48c-8 8-28 8-38 0z"/>`,
  `<path fill="${fill}" d="M78 112c0-46 20-66 50-66s50 20 50 66c-10-12-14-22-16-30H94c-2 8-6 18-16 30z"/>`,
];
const scarf: Frame = (fill) => [
  `<path fill="${fill}" d="M58 236c-4-60-6-204 70-204s74 144 70 204z"/>`,
  `<path fill="${fill}" fill-rule="evenodd" d="M70 120c0-56 24-84 58-84s58 28 58 84c0 48-26 84-58 84s-58-36-58-84zm16 6c0 36 18 62 42 62s42-26 42-62-18-52-42-52-42 16-42 52z"/>`,
];

const FRAMES = { woman: [long, bun, scarf, bob], man: [short, curls, parted, cap] };
/** Frames in the colour of clothes instead of hair. */
const CLOTH: readonly Frame[] = [scarf, cap];

const glasses = `<g fill="none" stroke="#14212b" stroke-width="5"><circle cx="106" cy="120" r="17"/><circle cx="150" cy="120" r="17"/><path d="M123 118q5-5 10 0"/></g>`;
const beard = (fill: string) =>
  `<path fill="${fill}" d="M82 128c2 44 20 66 46 66s44-22 46-66c-10 22-24 26-46 26s-36-4-46-26z"/><path fill="#a2463c" d="M114 164h28q-14 12-28 0z"/>`;

export type Person = keyof typeof FRAMES;

/** Draws a portrait, deterministic by `number`. The strides delay repeated combinations. */
export function portrait(person: Person, number: number): string {
  const offset = person === "woman" ? 3 : 0;
  const round = Math.floor(number / 4);
  const skin = pick(SKINS, number * 5 + round + offset);
  const hair = pick(HAIRS, number + round * 2 + offset);
  const cloth = pick(CLOTHES, number * 5 + round + offset);
  const ground = pick(GROUNDS, number * 5 + offset);
  const frame = pick(FRAMES[person], number);
  const [behind, before] = frame(CLOTH.includes(frame) ? pick(CLOTHES, number + round + 1) : hair);
  const hasBeard = person === "man" && number % 5 < 2;
  const hasGlasses = (number * 3 + offset) % 7 < 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">
<path fill="${ground}" d="M0 0h256v256H0z"/>${behind}
<path fill="${skin}" d="M106 160h44v50h-44z"/><path fill="#000" opacity=".14" d="M106 184q22 18 44 0v14q-22 14-44 0z"/>
<path fill="${cloth}" d="M24 256c4-40 40-58 82-60q22 22 44 0c42 2 78 20 82 60z"/>
<ellipse cx="128" cy="124" rx="50" ry="60" fill="${skin}"/>
<circle cx="107" cy="122" r="5.5" fill="#1b1512"/><circle cx="149" cy="122" r="5.5" fill="#1b1512"/>
<path fill="none" stroke="#000" stroke-opacity=".22" stroke-width="5" stroke-linecap="round" d="M128 124v16q0 4-6 4"/>
<path fill="none" stroke="#a2463c" stroke-width="5" stroke-linecap="round" d="M112 158q16 12 32 0"/>
${hasBeard ? beard(hair) : ""}${before}${hasGlasses ? glasses : ""}</svg>`;
}
