/** The first that fits counts: most browsers also name those that they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const firstIn = (table: readonly [RegExp, string][], text: string) => table.find(([sign]) => sign.test(text))?.[1];

/** What a browser says of itself, in words for people, like "Firefox on Windows": nothing else of it is kept. "" where it says nothing known. */
export function describeDevice(userAgent: string | undefined): string {
  const told = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [firstIn(BROWSERS, told), firstIn(SYSTEMS, told)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "";
}
