import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "@playwright/test";
import { expect, inDays, test, type Newcomer } from "../../signed-in";
import { fillLogin } from "../../site";
import type { Contest } from "../../wire";

const COVER = {
  name: "image-design-1.webp",
  mimeType: "image/webp",
  buffer: readFileSync(path.join(import.meta.dirname, "../../../server/media/covers/image-design-1.webp")),
};
const NOTES = { name: "notes on it.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nNotes\n%%EOF") };
const SCRIPT = {
  name: "logo.png",
  mimeType: "image/png",
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
};

const SOURCES = {
  name: "sources.zip",
  mimeType: "application/zip",
  buffer: Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]),
};

/** Pictures are loaded lazily. */
const expectLoaded = async (picture: Locator) => {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
};

test("the files of an entry are visible to its author and the creator only", async ({
  page,
  contest,
  newcomer,
  another,
  forgive,
}) => {
  test.slow();
  // A file that is no picture is rejected.
  forgive(/422/);
  const [author, stranger] = [await newcomer(), await newcomer()];
  const { _id, owner } = await contest({ deadline: inDays(2) });
  for (const person of [author, stranger])
    await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/login?from=/contest-details/${_id}`);
  await fillLogin(page, author);
  await page.getByLabel(/Add files/).setInputFiles([COVER, NOTES, SCRIPT]);
  const added = page.getByRole("list", { name: "Files added" });
  await expect(added.getByRole("button", { name: "Remove image-design-1.webp" })).toBeVisible();
  await expect(added.getByText("PDF, 20 bytes")).toBeVisible();
  await expect(added.getByRole("alert")).toHaveText(/can contain scripts/);
  await page.getByLabel("Text", { exact: true }).fill("A poster, and how it came about.");
  await page.getByRole("button", { name: "Submit entry" }).click();
  // At the field, and beside the button.
  const refusal = "“logo.png” wasn't uploaded. Remove it to submit.";
  await expect(page.getByText(refusal, { exact: true })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: `Couldn't save your entry${refusal}` })).toBeVisible();
  await added.getByRole("button", { name: "Remove logo.png" }).click();
  await page.getByRole("button", { name: "Submit entry" }).click();
  await expect(page.getByText("Your entry was submitted", { exact: true })).toBeVisible();

  await page.reload();
  const look = page
    .getByRole("list", { name: "Your files" })
    .getByRole("button", { name: "Preview image-design-1.webp" });
  await expectLoaded(look.getByRole("presentation"));
  await look.click();
  await expectLoaded(page.getByRole("dialog").getByRole("img", { name: "image-design-1.webp" }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: "Edit entry" }).click();
  await page.getByLabel(/Add files/).setInputFiles(SOURCES);
  await expect(added.getByText("ZIP, 22 bytes")).toBeVisible();
  await page.getByRole("button", { name: "Save entry" }).click();
  await expect(page.getByRole("list", { name: "Your files" }).getByRole("listitem")).toHaveCount(3);
  await page.getByRole("button", { name: "Edit entry" }).click();
  await added.getByRole("button", { name: "Remove sources.zip" }).click();
  await page.getByRole("button", { name: "Save entry" }).click();
  await expect(page.getByRole("list", { name: "Your files" }).getByRole("listitem")).toHaveCount(2);

  const creatorPage = await another();
  await creatorPage.goto(`/login?from=/dashboard/contest_submitted/${_id}`);
  await fillLogin(creatorPage, owner);
  const article = creatorPage.getByRole("article");
  await expectLoaded(article.getByRole("button", { name: /^Preview Entry/ }).getByRole("presentation"));
  const files = article.getByRole("list");
  const [download] = await Promise.all([
    creatorPage.waitForEvent("download"),
    files.getByRole("link", { name: /^Download Entry \d{3}, file \d\.pdf$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Entry \d{3}, file \d\.pdf$/);

  const address = (await files
    .getByRole("link", { name: /^Download Entry \d{3}, file \d\.pdf$/ })
    .getAttribute("href"))!;
  const own = await author.api.get(address);
  expect(await own.text()).toBe("%PDF-1.7\nNotes\n%%EOF");
  expect(own.headers()).toMatchObject({
    "content-disposition": expect.stringMatching(/^attachment; filename="notes on it.pdf"/),
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    "x-content-type-options": "nosniff",
  });
  const visitor = await another();
  for (const api of [stranger.api, visitor.request]) expect((await api.get(address)).status()).toBe(404);
});

async function handIn({ api, email }: Newcomer, contestId: string, file: typeof COVER): Promise<string> {
  await api.put("/api/join-contest", { data: { contestId, email } });
  const answer = await api.post(`/api/entry-files?name=${encodeURIComponent(file.name)}`, {
    data: file.buffer,
    headers: { "content-type": "application/octet-stream" },
  });
  const { _id } = (await answer.json()) as { _id: string };
  const { sha256 } = (await (
    await api.put(`/api/submit-entry/${contestId}`, { data: { text: "A kite of paper", link: "", files: [_id] } })
  ).json()) as { sha256: string };
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  return `/api/entry-files/${_id}`;
}

test("the files of a published entry are public until it is withdrawn", async ({
  page,
  contest,
  newcomer,
  another,
  forgive,
}) => {
  test.slow();
  // A list cached a moment ago may still include the withdrawn entry.
  forgive(/404/);
  const owner = await newcomer("creator");
  const [winner, author] = [await newcomer(), await newcomer()];
  const { _id } = await contest({ by: owner, deadline: inDays(10 / 86_400) });
  const won = await handIn(winner, _id, NOTES);
  const shown = await handIn(author, _id, COVER);
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 30_000,
    })
    .toBe("judging");
  const entries = (await (await owner.api.get(`/api/contest-entries/${_id}`)).json()) as {
    _id: string;
    files: { _id: string }[];
  }[];
  await owner.api.put(`/api/declare-winner/${_id}`, {
    data: { entryId: entries.find(({ files }) => won.endsWith(files[0]!._id))!._id, note: "The lightest." },
  });

  const visitor = await another();
  expect((await visitor.request.get(won)).status()).toBe(200);
  expect((await visitor.request.get(shown)).status()).toBe(404);

  await page.goto(`/login?from=/contest-details/${_id}`);
  await fillLogin(page, author);
  const own = page.getByRole("region", { name: "Your entry" });
  await own.getByRole("button", { name: "Publish entry" }).click();
  await expect(own.getByText("with your name and files")).toBeVisible();

  await visitor.setViewportSize({ width: 360, height: 740 });
  const gallery = visitor.getByRole("region", { name: /^Published entries/ });
  const look = gallery.getByRole("button", { name: "Preview image-design-1.webp" });
  await expect(async () => {
    await visitor.goto(`/contest-details/${_id}`);
    await expect(look).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectLoaded(look.getByRole("presentation"));
  await look.click();
  await expectLoaded(visitor.getByRole("dialog").getByRole("img", { name: "image-design-1.webp" }));
  await visitor.keyboard.press("Escape");
  await expect(look).toBeFocused();
  const [download] = await Promise.all([
    visitor.waitForEvent("download"),
    gallery.getByRole("link", { name: "Download notes on it.pdf" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("notes on it.pdf");
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await own.getByRole("button", { name: "Unpublish entry" }).click();
  await expect(own.getByText("Your entry is private")).toBeVisible();
  expect((await visitor.request.get(shown)).status()).toBe(404);
  expect((await visitor.request.get(won)).status()).toBe(200);
  await expect(async () => {
    await visitor.reload();
    await expect(gallery.getByRole("article")).toHaveCount(1, { timeout: 2000 });
  }).toPass();
});

test("a contest gets an uploaded picture, then a cover, and a user gets a photo", async ({
  page,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const { _id } = await contest({ by: owner, deadline: inDays(2) });
  await page.goto("/login?from=/dashboard/my_created_contests");
  await fillLogin(page, owner);
  const edit = async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    return page.getByRole("dialog", { name: "Update Contest" });
  };
  const update = async () => {
    await page.getByRole("dialog", { name: "Update Contest" }).getByRole("button", { name: "Update Contest" }).click();
    await expect(page.getByText("Contest updated successfully").first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const answer = await owner.api.get(`/api/contest-details/${_id}`);
    return ((await answer.json()) as { image: string }).image;
  };

  let dialog = await edit();
  await dialog.getByLabel("Upload an image").setInputFiles(COVER);
  await expect(dialog.getByLabel("Image URL")).toHaveValue(/^\/media\/pictures\/[\w-]+\.jpg$/);
  await expectLoaded(dialog.getByRole("figure").getByRole("presentation"));
  const uploaded = await update();
  await page.goto(`/contest-details/${_id}`);
  const shown = page
    .getByRole("article")
    .getByRole("presentation")
    .filter({ visible: true })
    .and(page.locator(".cq-picture"));
  await expectLoaded(shown);
  expect(await shown.evaluate((image) => (image as unknown as { currentSrc: string }).currentSrc)).toContain(
    `${uploaded}?w=`,
  );

  await page.goto("/dashboard/my_created_contests");
  dialog = await edit();
  await dialog.getByRole("button", { name: "Choose a cover" }).click();
  const covers = page.getByRole("dialog", { name: "Choose a cover" });
  await covers.getByRole("button", { name: /^Cover 3 of 5/ }).click();
  await expect(covers).toHaveCount(0);
  await expect(dialog.getByLabel("Image URL")).toHaveValue("/media/covers/image-design-3.webp");
  expect(await update()).toBe("/media/covers/image-design-3.webp");

  await page.goto("/dashboard/my_profile");
  await page.getByLabel("Upload an image").setInputFiles(COVER);
  await expectLoaded(page.getByRole("img", { name: "Your new photo" }));
  await page.getByRole("button", { name: "Update Profile" }).click();
  await expect(page.getByText("Updated Successfully! Please Reload").first()).toBeVisible();
  await expectLoaded(page.getByRole("img", { name: `Profile picture of ${owner.name}` }));
});
