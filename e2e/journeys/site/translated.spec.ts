import type { Page } from "@playwright/test";
import { waitForHydration } from "../../hydration";
import { newPerson } from "../../people";
import { captchaText, expect, fillLogin, payWithTestCard, readCanvases } from "../../site";
import { field, pauseRequests, inDays, test, toast, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

/** Wraps texts like a browser's translator, also after each change, but keeps the words so that locators find them. */
function translate(way: "moved" | "replaced"): void {
  const wrap = (text: Text) => {
    if (!text.data.trim() || text.parentElement?.closest("font, script, style, noscript, textarea, title, svg")) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.append(inner);
    if (way === "moved") text.before(outer);
    else text.replaceWith(outer);
    inner.append(way === "moved" ? text : text.data);
  };
  const wrapAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  wrapAll();
  new MutationObserver(wrapAll).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Incidents that the page reported. */
async function gatherIncidents(page: Page): Promise<unknown[]> {
  const incidents: unknown[] = [];
  await page.exposeFunction("gather", (batch: string) =>
    incidents.push(...(JSON.parse(batch) as { incidents: unknown[] }).incidents),
  );
  await page.addInitScript(() => {
    navigator.sendBeacon = (_address, body) => {
      void (body as Blob).text().then((window as unknown as { gather: (batch: string) => void }).gather);
      return true;
    };
  });
  return incidents;
}

for (const way of ["moved", "replaced"] as const) {
  test(`pages whose texts a translator has ${way} work and show changes`, async ({
    page,
    contest,
    newcomer,
    another,
    forgive,
  }) => {
    test.slow();
    // The identity provider answers 400 to a wrong password.
    forgive(/status of 400/);
    const [owner, author] = [await newcomer("creator"), await newcomer()];
    const word = crypto.randomUUID().slice(0, 8);
    const { _id } = await contest({ by: owner, name: `A kite ${word}`, deadline: inDays(5) });
    const incidents = await gatherIncidents(page);
    const open = async (address: string, tab = page) => {
      await tab.goto(address);
      // Dashboard pages are rendered in the browser and have no header to wait for.
      if (address.startsWith("/dashboard")) await expect(main(tab).getByRole("heading").first()).toBeVisible();
      else await waitForHydration(tab);
      await tab.evaluate(translate, way);
      await expect(tab.locator("main font").first()).toBeAttached();
    };
    const logIn = async (person: Newcomer, address: string, tab = page) => {
      await open(`/login?from=${encodeURIComponent(address)}`, tab);
      await fillLogin(tab, person);
      await expect(tab).toHaveURL(address);
    };

    await test.step("search and filters", async () => {
      await open("/all_contests");
      await page.getByRole("searchbox").fill(word);
      await expect(main(page).getByRole("article")).toHaveCount(1);
      await open("/");
      await page.getByRole("searchbox").fill(word);
      await page.getByRole("searchbox").press("Enter");
      await expect(main(page).getByRole("article", { name: `A kite ${word}` })).toBeVisible();
    });

    await test.step("login and payment", async () => {
      await open("/login");
      await fillLogin(page, { ...author, password: "not-that-one" });
      await expect(page.getByText(/wrong email or password/i).first()).toBeVisible();
      await logIn(author, `/contest-details/${_id}/payment`);
      const letGo = await pauseRequests(page, /\/api\/join-contest/);
      await payWithTestCard(page);
      await expect(main(page).getByRole("button", { name: /^Pay/ })).toHaveAttribute("aria-busy", "true");
      letGo();
      await expect(page.getByRole("status").filter({ hasText: "Payment successful" }).first()).toBeVisible();
    });

    await test.step("an entry and a question", async () => {
      await open(`/contest-details/${_id}`);
      await field(main(page), "text").fill("A kite of silk");
      await main(page).getByRole("button", { name: "Submit entry" }).click();
      await expect(page.getByText("Your entry was submitted", { exact: true })).toBeVisible();
      await page.getByRole("heading", { name: "Questions" }).scrollIntoViewIfNeeded();
      await main(page).getByRole("button", { name: "Ask a question" }).click();
      await main(page).getByLabel("Your question").fill("May it be of paper?");
      await main(page).getByRole("button", { name: "Ask", exact: true }).click();
      await expect(
        main(page)
          .getByRole("article", { name: /^Question by/ })
          .filter({ hasText: "May it be of paper?" }),
      ).toBeVisible();
      await open("/dashboard/my_participated_contests");
      await expect(main(page).getByRole("row").filter({ hasText: word })).toBeVisible();
    });

    await test.step("the captcha of a registration", async () => {
      const tab = await another();
      await readCanvases(tab);
      await open("/register", tab);
      const { name, email, password } = newPerson();
      for (const [key, value] of Object.entries({ full_name: name, email, password, captcha: await captchaText(tab) }))
        await field(tab, key).fill(value);
      await field(tab, "captcha").blur();
      await tab.getByRole("button", { name: "Register", exact: true }).click();
      await expect(tab.getByRole("button", { name: /account menu/i })).toBeVisible();
    });

    await test.step("the judging room", async () => {
      const judged = await contest({ by: owner, deadline: inDays(8 / 86_400) });
      await author.api.put("/api/join-contest", { data: { contestId: judged._id, email: author.email } });
      await author.api.put(`/api/submit-entry/${judged._id}`, { data: { text: "A kite of paper", link: "" } });
      await expect
        .poll(
          async () => ((await (await owner.api.get(`/api/contest-details/${judged._id}`)).json()) as Contest).phase,
          { timeout: 30_000 },
        )
        .toBe("judging");
      const tab = await another();
      await logIn(owner, `/dashboard/contest_submitted/${judged._id}`, tab);
      await main(tab).getByRole("radio", { name: "4" }).click();
      await expect(main(tab).getByRole("group").getByText("Saved").first()).toBeVisible();
    });

    await expect(main(page).getByText("isn't available right now")).toHaveCount(0);
    expect(incidents).toEqual([]);
  });
}

test.describe("an admin with a translated page", () => {
  test.use({ person: "admin" });

  test("can confirm a contest, undo it and send a comment", async ({ page, contest }) => {
    const word = crypto.randomUUID().slice(0, 8);
    await contest({ isPending: true, name: `A sign ${word}` });
    const incidents = await gatherIncidents(page);
    await page.goto(`/dashboard/manage_contests?phase=in_review&q=${word}`);
    const row = main(page).getByRole("row").filter({ hasText: word });
    await expect(row.getByRole("button", { name: "Confirm" })).toBeEnabled();
    await page.evaluate(translate, "replaced" as const);
    await row.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Status updated successfully!")).toBeVisible();
    await expect(row.getByRole("button", { name: "Undo" })).toBeVisible();
    await row.getByRole("button", { name: "Undo" }).click();
    await expect(row.getByRole("button", { name: "Confirm" })).toBeEnabled();
    await row.getByRole("button", { name: "Comment" }).click();
    await field(page.getByRole("dialog"), "text").fill("Say how large the sign is.");
    await page.getByRole("dialog").getByRole("button", { name: "Send comment" }).click();
    await expect(toast(page, "Comment sent successfully!")).toBeVisible();
    expect(incidents).toEqual([]);
  });
});

test.describe("text typed before hydration", () => {
  const FORMS = {
    "/login": ["email", "password"],
    "/register": ["full_name", "email", "password"],
    "/contact_us": ["name", "email", "message"],
    "/all_contests": ["q"],
  };

  for (const [address, names] of Object.entries(FORMS)) {
    test(`is kept if a password manager changes ${address}`, async ({ page }) => {
      const incidents = await gatherIncidents(page);
      let letGo = () => {};
      const isTime = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(/\/mf\/shell\/.*\/main\.\w+\.js/, async (route) => {
        await isTime;
        await route.fallback();
      });
      await page.goto(address, { waitUntil: "commit" });
      for (const name of names) await field(page, name).fill(`typed ${name}`);
      await page.evaluate(() => {
        document.body.prepend(document.createElement("div"));
        document.body.append(document.createElement("vault-frame"));
        for (const input of document.querySelectorAll("main input, main textarea")) {
          input.setAttribute("data-lpignore", "true");
          input.after(document.createElement("span"));
          input.before(document.createElement("vault-icon"));
        }
      });
      letGo();
      await waitForHydration(page);
      for (const name of names) await expect(field(page, name)).toHaveValue(`typed ${name}`);
      await expect(field(page, names.at(-1)!)).toBeFocused();
      expect(incidents).toEqual([]);
    });
  }
});
