import { expect, inDays, test } from "../../signed-in";
import { fillLogin } from "../../site";

const aPdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.7\n${name}\n%%EOF`) });

test("an entry submitted elsewhere is not overwritten unasked, and missing files are named and removed", async ({
  page,
  contest,
  newcomer,
  forgive,
}) => {
  forgive(/409|422/);
  const author = await newcomer();
  const { _id } = await contest({ deadline: inDays(2) });
  await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
  await page.goto(`/login?from=/contest-details/${_id}`);
  await fillLogin(page, author);
  await page.getByLabel("Text", { exact: true }).fill("From this tab");
  expect(
    (await author.api.put(`/api/submit-entry/${_id}`, { data: { text: "From another tab", link: "" } })).ok(),
  ).toBe(true);

  await page.getByRole("button", { name: "Submit entry" }).click();
  const note = page.getByRole("alert").filter({ hasText: "You submitted from another tab or device" });
  await note.getByText("View submitted entry").click();
  await expect(note.getByText("From another tab", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("From this tab");
  await note.getByRole("button", { name: "Replace with this version" }).click();
  await expect(page.getByText("Your entry was submitted", { exact: true })).toBeVisible();
  await expect(page.getByText("From this tab", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Edit entry" }).click();
  const arrived = page.waitForResponse((answer) => answer.url().includes("/api/entry-files?name=gone"));
  await page.getByLabel(/Add files/).setInputFiles([aPdf("gone.pdf"), aPdf("here.pdf")]);
  const gone = (await (await arrived).json()) as { _id: string };
  const added = page.getByRole("list", { name: "Files added" });
  await expect(added.getByRole("button", { name: "Remove here.pdf" })).toBeVisible();
  expect((await author.api.delete(`/api/entry-files/${gone._id}`)).ok()).toBe(true);
  await page.getByRole("button", { name: "Save entry" }).click();
  await expect(page.getByText(/^“gone.pdf” expired/)).toBeVisible();
  await page.getByRole("button", { name: "Remove expired files" }).click();
  await expect(added.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Save entry" }).click();
  await expect(page.getByRole("list", { name: "Your files" }).getByText("here.pdf")).toBeVisible();
});
