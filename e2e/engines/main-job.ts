import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { register } from "../../scripts/src/demo/api-person";
import { newPerson } from "../people";
import { openFirefox } from "./firefox";
import { personAt, type Tab } from "./tab";
import { openWebKit } from "./webkit";

/**
 * The main journey (find a contest, sign in, pay, submit, switch the theme, sign out) in a browser that Playwright
 * does not drive. Started by `npm run journeys -- --browser firefox`.
 */

const ENGINES: Readonly<Record<string, () => Promise<Tab | null>>> = { firefox: openFirefox, webkit: openWebKit };
const NOT_INSTALLED = 3;

const { SITE_URL: site, IDENTITY_URL: identityUrl, BROWSER: engine = "", SCREENSHOTS: folder } = process.env;
if (!site || !identityUrl || !ENGINES[engine]) throw new Error("SITE_URL, IDENTITY_URL and BROWSER are needed.");

async function mainJob(tab: Tab): Promise<void> {
  const person = personAt(tab, site!);
  const newcomer = newPerson();
  await register({ url: site!, identityUrl: identityUrl! }, newcomer.email);
  const done = async (what: string) => {
    console.log(`✓ ${what}`);
    if (folder)
      await writeFile(path.join(folder, `${engine}-${what.replaceAll(" ", "-")}.png`), await tab.screenshot());
  };

  await person.goTo("/");
  await person.sees("Popular Contests");
  await done("home");

  await person.goTo("/all_contests?phase=open");
  const name = await person.textOf("main article h2, main article h3");
  await person.presses("Details", "main article");
  await person.isAt("/contest-details/");
  await person.sees(name);
  await done("a contest is found");

  await person.presses("Register", "main");
  await person.isAt("/login");
  await person.fills({ email: newcomer.email, password: newcomer.password });
  await person.presses("Login", "main form");
  await person.isAt("/contest-details/");
  await done("signed in on the way to paying");

  await person.fills({ card_number: "4242424242424242", expiry: "12/30", cvc: "123", cardholder_name: "Nusrat Jahan" });
  await person.presses("Pay", "main");
  await person.sees("Payment successful");
  await done("paid");

  await person.goTo("/dashboard/my_participated_contests");
  await person.sees(name);
  await person.presses(name, "main");
  await person.isAt("/contest-details/");
  await person.sees("You've joined this contest");
  await person.fills({ text: "A poster that people see from across the river." });
  await person.presses("Submit", "main form");
  await person.sees("Proof of submission");
  await done("an entry is submitted");

  await person.presses("Dark theme", "header");
  if ((await person.valueOf("document.documentElement.dataset.theme")) !== "dark")
    throw new Error("The theme did not turn.");
  await person.goTo("/winners-that-are-not-there");
  if ((await person.valueOf("document.documentElement.dataset.theme")) !== "dark")
    throw new Error("The theme was forgotten.");
  await done("the theme stays");

  await person.goTo("/dashboard/my_participated_contests");
  await person.presses("Logout");
  await person.isAt("/login");
  await person.sees("Login");
  await done("signed out");
}

if (folder) await mkdir(folder, { recursive: true });
const tab = await ENGINES[engine]!();
if (!tab) {
  console.log(
    `There is no ${engine} on this machine (in Debian: apt install ${engine === "firefox" ? "firefox-esr" : "webkit2gtk-driver xvfb"}).`,
  );
  process.exit(NOT_INSTALLED);
}
let code = 0;
try {
  await mainJob(tab);
  // The browser's own message about a missing page that was requested on purpose.
  const complaints = tab.complaints().filter((line) => !/winners-that-are-not-there/.test(line));
  if (complaints.length > 0) throw new Error(`The console said:\n${complaints.join("\n")}`);
} catch (error) {
  console.error(error);
  if (folder)
    await writeFile(path.join(folder, `${engine}-failed.png`), await tab.screenshot().catch(() => Buffer.alloc(0)));
  code = 1;
} finally {
  await tab.close();
}
process.exit(code);
