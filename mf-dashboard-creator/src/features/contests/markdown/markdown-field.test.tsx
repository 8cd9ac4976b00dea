import { act, screen, waitFor, within } from "@testing-library/react";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import { previewMarkdown } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { loadContestForm } from "../contest-form";
import { counts } from "../testing/contest-pages";

beforeAll(loadContestForm);

const kept = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };

async function open(...answers: Stub[]) {
  const page = renderAt("/dashboard/add_contest", CreatorRoutes, {
    session: { role: "creator" },
    answers: [counts, stub(createDraft, kept), stub(saveDraft, kept), ...answers],
  });
  const [toolbar] = await screen.findAllByRole("toolbar", { name: "Formatting" });
  const text = screen.getByLabelText<HTMLTextAreaElement>("Description");
  return { ...page, text, toolbar: toolbar!, button: (name: string) => within(toolbar!).getByRole("button", { name }) };
}

const previews = ({ calls }: ReturnType<typeof renderAt>) =>
  calls.filter(({ endpoint }) => endpoint === previewMarkdown).map(({ body }) => body);

it("formats the selection by buttons and keys, and sends the changed text", async () => {
  const { user, text, button } = await open();
  await user.type(text, "Draw a river");
  text.setSelectionRange(5, 12);
  await user.click(button("Bold"));
  expect(text).toHaveValue("Draw **a river**");
  expect(text).toHaveFocus();
  await user.keyboard("{Control>}i{/Control}");
  expect(text).toHaveValue("Draw ***a river***");
  await user.click(button("List"));
  expect(text).toHaveValue("- Draw ***a river***");
  await user.click(button("List"));
  await user.keyboard("{Control>}b{/Control}");
  expect(text.value).toContain("river");
});

it("has one tab stop, and arrow keys between its buttons", async () => {
  const { user, toolbar, button } = await open();
  act(() => button("Bold").focus());
  await user.keyboard("{ArrowRight}");
  expect(button("Italic")).toHaveFocus();
  await user.keyboard("{Home}{ArrowLeft}");
  expect(button("Show formatted text")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(button("Bold")).toHaveFocus();
  expect(
    within(toolbar)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1);
});

it("previews the text as the server renders it", async () => {
  const page = await open(
    stub(previewMarkdown, ({ body }) => ({
      tokens: body.text.startsWith("#") ? [{ tag: "h4" }, { text: body.text.slice(2) }, {}] : null,
    })),
  );
  const { user, text, button } = page;
  await user.click(button("Show formatted text"));
  const preview = await screen.findByRole("region", { name: "Formatted text" });
  expect(preview).toHaveTextContent("Your text appears here as people will see it.");
  await user.type(text, "# River");
  expect(await within(preview).findByRole("heading", { name: "River" }, { timeout: 3000 })).toBeVisible();
  expect(previews(page)).toEqual([{ text: "# River" }]);
  await user.clear(text);
  await user.type(text, "One\nTwo");
  await waitFor(() => expect(preview).toHaveTextContent("One Two"), { timeout: 3000 });
  await user.click(button("Show formatted text"));
  expect(preview).not.toBeInTheDocument();
});

it("says why there is no preview, and keeps the text", async () => {
  const { user, text, button } = await open(stubError(previewMarkdown, 429, "too_many", "Try again in a minute."));
  await user.type(text, "**River**");
  await user.click(button("Show formatted text"));
  const preview = await screen.findByRole("region", { name: "Formatted text" });
  expect(await within(preview).findByText("Try again in a minute.")).toBeVisible();
  expect(text).toHaveValue("**River**");
});
