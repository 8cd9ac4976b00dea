import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { LANGUAGES, withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { DEMO_ACCOUNTS } from "./src/demo/demo-people";
import { signIn } from "./src/browser/sign-in";
import { onStop, stopChildren } from "./src/process/children";
import { findBrowser } from "./src/process/find-browser";
import { root } from "./src/root";
import { startSite, stopSite } from "./src/process/site-child";

/** Takes the pictures of the help pages, in each language, from the demo site. */

interface HelpPicture {
  name: string;
  role: "user" | "creator" | "admin";
  path: (api: Api) => Promise<string> | string;
  /** Scrolled to the top of the window. */
  target?: string;
  prepare?: (page: Page, language: Language) => Promise<void>;
}

interface ListedContest {
  _id: string;
  phase: string;
  entryCount: number;
}

type Api = <T>(path: string) => Promise<T>;

const SIZE = { width: 1280, height: 720 };
/** Below the navbar. */
const TOP_SPACE = 140;
const folder = path.join(root, "server/media/help");

const emailOf = (role: string) => DEMO_ACCOUNTS.find((account) => account.role === role)!.email;

const firstIn = (contests: readonly ListedContest[], phase: string) =>
  contests.filter((contest) => contest.phase === phase).toSorted((a, b) => b.entryCount - a.entryCount)[0]!._id;

const BRIEF: Record<Language, string> = {
  en: "Design a poster for our **book fair**, A2, portrait.\n\n- For readers aged 10 to 14\n- The name, the place and the dates\n- No photos",
  bn: "আমাদের **বইমেলার** জন্য একটি পোস্টার নকশা করুন, এ২ মাপ, খাড়া।\n\n- ১০ থেকে ১৪ বছরের পাঠকদের জন্য\n- নাম, স্থান ও তারিখ\n- কোনো ছবি নয়",
};

const PICTURES: readonly HelpPicture[] = [
  {
    name: "join",
    role: "user",
    path: async (api) => `/contest-details/${firstIn(await api("/popular-contests-no-limit"), "open")}`,
  },
  {
    name: "entry",
    role: "user",
    path: async (api) =>
      `/contest-details/${firstIn(await api(`/participated-contests/${emailOf("user")}`), "open")}#entry`,
    target: "#entry",
  },
  { name: "add-contest", role: "creator", path: () => "/dashboard/add_contest" },
  {
    name: "brief",
    role: "creator",
    path: () => "/dashboard/add_contest",
    target: "input[name=name]",
    prepare: async (page, language) => {
      await page.locator("textarea[name=description]").fill(BRIEF[language]);
      await page.getByRole("toolbar").first().getByRole("button").last().click();
    },
  },
  {
    name: "judging",
    role: "creator",
    path: async (api) =>
      `/dashboard/contest_submitted/${firstIn(await api(`/my-contests/${emailOf("creator")}`), "judging")}`,
  },
  {
    name: "review",
    role: "admin",
    path: async (api) => `/dashboard/contest_review/${(await api<{ firstId: string }>("/review-queue")).firstId}`,
  },
];

async function take(page: Page, siteUrl: string, { name, path: pathOf, target, prepare }: HelpPicture): Promise<void> {
  const api: Api = async (address) => (await (await page.request.get(`${siteUrl}/api${address}`)).json()) as never;
  const address = await pathOf(api);
  for (const language of LANGUAGES) {
    await page.goto(siteUrl + withLanguage(address, language));
    await page.waitForLoadState("networkidle");
    await prepare?.(page, language);
    await page.waitForLoadState("networkidle");
    if (target)
      await page
        .locator(target)
        .first()
        .evaluate((element, space) => scrollTo(0, element.getBoundingClientRect().top + scrollY - space), TOP_SPACE);
    const image = await page.screenshot({ animations: "disabled" });
    await sharp(image)
      .webp({ quality: 80 })
      .toFile(path.join(folder, `${name}-${language}.webp`));
    console.log(`server/media/help/${name}-${language}.webp`);
  }
}

onStop(() => void stopChildren().then(() => process.exit(130)));

await mkdir(folder, { recursive: true });
const site = await startSite({ isApart: true, isLoud: true });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  for (const role of ["user", "creator", "admin"]) {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "Asia/Dhaka", viewport: SIZE });
    const page = await context.newPage();
    await signIn(page, site.url, role);
    for (const picture of PICTURES.filter((each) => each.role === role)) await take(page, site.url, picture);
    await context.close();
  }
} finally {
  await browser.close();
  await stopSite(site);
  await rm(site.dataFolder, { recursive: true, force: true });
}
process.exit(0);
