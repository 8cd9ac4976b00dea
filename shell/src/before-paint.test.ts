import { screen } from "@testing-library/react";

const FOLDER = "http://localhost/mf/shell/1/";

function run(): void {
  jest.isolateModules(() => void jest.requireActual("./before-paint"));
}

function fail<Tag extends "link" | "script">(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>): void {
  const element = Object.assign(document.createElement(tag), properties);
  document.head.append(element);
  element.dispatchEvent(new Event("error"));
  element.remove();
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  delete document.documentElement.dataset["started"];
  localStorage.clear();
});

// The listener removes itself after the first failure, so that none is left for the next test.
afterEach(() => {
  delete document.documentElement.dataset["started"];
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
});

it.each([
  [null, "light"],
  ["light", "light"],
  ["dark", "dark"],
])("with %j stored, sets the %s theme", (stored, theme) => {
  if (stored) localStorage.setItem("theme", stored);
  run();
  expect(document.documentElement.dataset["theme"]).toBe(theme);
});

it.each([
  [true, "dark"],
  [false, "light"],
])("follows the system's theme if that is chosen, dark: %s", (isDark, theme) => {
  Object.assign(window, { matchMedia: () => ({ matches: isDark }) });
  localStorage.setItem("appearance", "system");
  localStorage.setItem("theme", isDark ? "light" : "dark");
  run();
  Reflect.deleteProperty(window, "matchMedia");
  expect(document.documentElement.dataset["theme"]).toBe(theme);
});

it.each([
  ["stylesheet", () => fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` })],
  ["script", () => fail("script", { defer: true, src: `${FOLDER}main.js` })],
])("reports once that the shell's %s failed to load, with a reload button", (_, trigger) => {
  run();
  expect(screen.queryByRole("alert")).toBeNull();
  trigger();
  trigger();
  expect(screen.getByRole("alert")).toHaveTextContent("Part of this page didn't load");
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeVisible();
});

it("reports failed files in the language of the page", () => {
  document.documentElement.lang = "bn";
  run();
  fail("script", { defer: true, src: `${FOLDER}main.js` });
  document.documentElement.removeAttribute("lang");
  expect(screen.getByRole("alert")).toHaveTextContent(/^পেজের কিছু অংশ লোড হয়নি/);
  expect(screen.getByRole("button", { name: "পেজটি রিলোড করুন" })).toBeVisible();
});

it("reports a script that is still pending after 10 seconds", () => {
  jest.useFakeTimers();
  run();
  jest.advanceTimersByTime(9_000);
  expect(screen.queryByRole("alert")).toBeNull();
  jest.advanceTimersByTime(1_000);
  jest.useRealTimers();
  expect(screen.getByRole("alert")).toHaveTextContent("Part of this page didn't load");
});

it("shows the note once the body exists", () => {
  run();
  const { body } = document;
  body.remove();
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
  document.documentElement.append(body);
  expect(screen.queryByRole("alert")).toBeNull();
  document.dispatchEvent(new Event("DOMContentLoaded"));
  expect(screen.getByRole("alert")).toBeVisible();
});

it.each([
  ["a script that is loaded later", () => fail("script", { defer: false, src: `${FOLDER}identity.js` })],
  ["a preload", () => fail("link", { rel: "preload", href: `${FOLDER}main.js` })],
])("ignores the failure of %s", (_, trigger) => {
  run();
  trigger();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("ignores files that the running site loads itself", () => {
  run();
  document.documentElement.dataset["started"] = "";
  fail("link", { rel: "stylesheet", href: "http://localhost/mf/mf-public/1/routes.css", onerror: jest.fn() });
  expect(screen.queryByRole("alert")).toBeNull();
});

it("reports an initial file that fails after the site has started", () => {
  run();
  document.documentElement.dataset["started"] = "";
  fail("link", { rel: "stylesheet", href: `${FOLDER}main.css` });
  expect(screen.getByRole("alert")).toHaveTextContent("Part of this page didn't load");
});

describe("in-app browsers", () => {
  const ANDROID =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
  const ANDROID_VIEW =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36";
  const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const IPHONE_SAFARI = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`;

  const isMarked = (userAgent: string, standalone = false) => {
    delete document.documentElement.dataset["inApp"];
    jest.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    Object.defineProperty(navigator, "standalone", { value: standalone, configurable: true });
    run();
    return "inApp" in document.documentElement.dataset;
  };
  afterEach(() => {
    jest.restoreAllMocks();
    delete document.documentElement.dataset["inApp"];
    Reflect.deleteProperty(navigator, "standalone");
  });

  it.each([
    ["Facebook on Android", `${ANDROID_VIEW} [FB_IAB/FB4A;FBAV/485.0.0.70.77;IABMV/1;]`],
    ["Facebook on an iPhone", `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.35.107;FBBV/643;FBDV/iPhone14,5]`],
    ["Messenger", `${ANDROID_VIEW} [FB_IAB/Orca-Android;FBAV/478.0.0.42.84;]`],
    ["Messenger on an iPhone", `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/475.0;FBDV/iPhone12,1]`],
    ["Instagram on Android", `${ANDROID_VIEW} Instagram 350.1.0.46.93 Android (34/14; 420dpi)`],
    ["Instagram on an iPhone", `${IPHONE} Mobile/21F90 Instagram 350.0.0.28.88 (iPhone14,5; iOS 17_5)`],
    ["Threads", `${IPHONE} Mobile/21F90 Barcelona 350.0.0.28.88 (iPhone14,5; iOS 17_5)`],
    ["LinkedIn", `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8`],
    ["TikTok", `${IPHONE} Mobile/15E148 musical_ly_36.1.0 BytedanceWebview/d8a21c6`],
    ["TikTok on Android", `${ANDROID_VIEW} trill_360103 BytedanceWebview/d8a21c6`],
    ["Line", `${IPHONE_SAFARI} Line/14.12.0`],
    ["Twitter", `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 Twitter for iPhone/10.50`],
    ["Twitter on Android", `${ANDROID} TwitterAndroid`],
    ["Snapchat", `${IPHONE} Mobile/15E148 Snapchat/12.90.0.41 (like Safari/8618.2, panda)`],
    ["WeChat", `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x1800323d) NetType/WIFI Language/en`],
    ["Pinterest", `${IPHONE} Mobile/15E148 [Pinterest/iOS]`],
    ["KakaoTalk", `${ANDROID_VIEW} KAKAOTALK 2410810`],
    ["any app on Android", ANDROID_VIEW],
    ["any app on an iPhone", `${IPHONE} Mobile/15E148`],
    [
      "any app on an iPad",
      "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    ],
    [
      "any app on an iPad that requests desktop pages",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    ],
  ])("marks %s", (_, userAgent) => {
    expect(isMarked(userAgent)).toBe(true);
  });

  it.each([
    ["Chrome on Android, and in a custom tab of an app", ANDROID],
    [
      "Samsung Internet",
      "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    ],
    ["Opera Mini", `${ANDROID_VIEW} OPR/81.0.2254.1`],
    ["the Google app on Android", `${ANDROID_VIEW} GSA/15.40.31`],
    ["Firefox on Android", "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"],
    ["Safari on an iPhone", IPHONE_SAFARI],
    ["Chrome on an iPhone", `${IPHONE} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
    ["Firefox on an iPhone", `${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
    ["Edge on an iPhone", `${IPHONE} Version/17.0 EdgiOS/130.0.2849.68 Mobile/15E148 Safari/605.1.15`],
    ["the Google app on an iPhone", `${IPHONE} GSA/340.3 Mobile/15E148 Safari/604.1`],
    [
      "Safari on a Mac",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    ],
    ["Firefox on a Mac", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0"],
    [
      "Chrome on Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    ],
    [
      "Edge on Windows",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    ],
    [
      "a desktop browser with Online in its name",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Online/1",
    ],
  ])("does not mark %s", (_, userAgent) => {
    expect(isMarked(userAgent)).toBe(false);
  });

  it("does not mark sites on an iPhone's home screen", () => {
    expect(isMarked(`${IPHONE} Mobile/15E148`, true)).toBe(false);
  });
});
