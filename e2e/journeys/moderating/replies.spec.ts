import { randomBytes } from "node:crypto";
import { expect } from "../../site";
import { test } from "../../signed-in";

test.describe("replies to messages", () => {
  test.use({ person: "admin" });

  test("a message is answered by email and handled; an unsent reply is kept", async ({ page, another, forgive }) => {
    test.slow();
    // The email's frame blocks scripts, including those of the test; the failing send is intended.
    forgive(/^error: Blocked script execution in '[^']*\/mailbox\/[^']*'/);
    forgive(/net::ERR_FAILED/);
    const tail = randomBytes(4).toString("hex");
    const [name, email] = [`Mina ${tail}`, `mina-${tail}@example.com`];

    const visitor = await another();
    await visitor.goto("/contact_us");
    await visitor.getByLabel("Name").fill(name);
    await visitor.getByLabel("Email").fill(email);
    await visitor.getByRole("textbox", { name: "Message" }).fill("How do I join?\nI found no button.");
    await visitor.getByRole("button", { name: "Submit" }).click();
    await expect(visitor.locator("main").getByText("Thanks for your message")).toBeVisible();

    await page.goto("/dashboard/inbox?state=open");
    const message = page.getByRole("article", { name: `Message from ${name}` });
    await message.getByRole("button", { name: "Reply" }).click();
    const field = message.getByRole("textbox", { name: "Your reply" });
    await expect(field).toBeFocused();
    await field.fill("Press “Register” on its page.");
    await page.reload();
    await expect(field).toHaveValue("Press “Register” on its page.");
    await page.route("**/replies", (route) => route.abort("failed"), { times: 1 });
    await message.getByRole("button", { name: "Send reply" }).click();
    await expect(message.getByRole("alert")).toContainText("Your text is still here");
    await expect(field).toHaveValue("Press “Register” on its page.");
    await message.getByRole("button", { name: "Send reply" }).click();
    await expect(message.getByRole("list", { name: `Replies to ${name}` })).toContainText(
      "Press “Register” on its page.",
    );
    await expect(field).toHaveCount(0);

    // The email, in the local mailbox; opening the mailbox sends pending emails.
    await visitor.goto(`/mailbox?to=${email}`);
    await visitor.getByRole("link", { name: "Re: Your message to Conquest" }).click();
    const emailFrame = visitor.frameLocator("iframe");
    await expect(emailFrame.getByText(`Hi ${name},`)).toBeVisible();
    await expect(emailFrame.getByText("Press “Register” on its page.")).toBeVisible();
    await expect(emailFrame.getByRole("blockquote")).toContainText("I found no button.");
    await expect(emailFrame.getByRole("link", { name: "Contact us again" })).toHaveAttribute("href", /\/contact_us$/);

    await page.reload();
    await expect(message.getByText("Sent", { exact: true })).toBeVisible();
    await message.getByRole("button", { name: "Mark as handled" }).click();
    await expect(message.getByText("Handled", { exact: true })).toBeVisible();
    await page.getByLabel("Status", { exact: true }).selectOption("Only handled");
    await expect(message).toBeVisible();
    await page.getByLabel("Status", { exact: true }).selectOption("Only open");
    await expect(message).toHaveCount(0);

    await page.goto("/dashboard/audit?act=message_replied");
    await expect(page.getByRole("row").filter({ hasText: `Message from ${name}` })).toHaveCount(1);
  });
});
