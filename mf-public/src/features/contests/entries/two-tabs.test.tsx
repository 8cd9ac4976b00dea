import { screen, within } from "@testing-library/react";
import { getMyEntry, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { acts, allowed, anEntry } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, seen } from "../testing/seen-contest";

beforeEach(() => sessionStorage.clear());

describe("an entry that is open in two tabs", () => {
  const here = { viewer: aViewer({ hasJoined: true }), may: acts({ submit: allowed }) };
  const OTHER = "f".repeat(64);
  const fromElsewhere = anEntry({ text: "From the other tab", sha256: OTHER });

  /** What is in, and a server that keeps to what it is told is replaced. */
  function site(begin: MyEntry | null) {
    let isIn = begin;
    const submit: Stub = {
      endpoint: submitEntry,
      answer: ({ body }) => {
        const { text, replaces } = body as { text: string; replaces: string | null };
        if (isIn && isIn.sha256 !== replaces) return refuse(submitEntry, 409, "changed_elsewhere", "Your entry was changed elsewhere.").answer({} as never);
        isIn = anEntry({ text, sha256: "a".repeat(64) });
        return stub(submitEntry, isIn).answer({} as never);
      },
    };
    return { answers: [stub(getMyEntry, () => ({ entry: isIn })), submit], changeElsewhere: (entry: MyEntry) => (isIn = entry) };
  }
  const shown = async () => within(await screen.findByRole("alert"));

  it("is not gone over unasked: both are shown, and one is chosen", async () => {
    const { answers, changeElsewhere } = site(null);
    const { user, calls } = seen(here, {}, answers);
    await user.type(await screen.findByLabelText("Text"), "From this tab");
    changeElsewhere(fromElsewhere);
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    const note = await shown();
    expect(note.getByText("Your entry was handed in elsewhere")).toBeVisible();
    expect(note.getByText("From the other tab")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Submit entry" })).not.toBeInTheDocument();
    expect(screen.getByLabelText("Text")).toHaveValue("From this tab");
    await user.click(note.getByRole("button", { name: "Replace it with this one" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(await screen.findByText("From this tab")).toBeVisible();
    expect(calls.flatMap(({ endpoint, body }) => (endpoint === submitEntry ? [body] : []))).toMatchObject([{ replaces: null }, { replaces: OTHER }]);
  });

  it("stays as it is in where that is chosen", async () => {
    const { answers, changeElsewhere } = site(anEntry());
    const { user, calls } = seen(here, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Edit your entry" }));
    await user.type(screen.getByLabelText("Text"), " Changed here.");
    changeElsewhere(fromElsewhere);
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    const note = await shown();
    expect(note.getByText("Your entry was changed elsewhere")).toBeVisible();
    await user.click(note.getByRole("button", { name: "Keep what is in" }));
    expect(await screen.findByText("From the other tab")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Your entry" })).toHaveFocus();
    expect(calls.filter(({ endpoint }) => endpoint === submitEntry)).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it("is asked about after a reload too: what was typed remembers what it began from", async () => {
    const { answers, changeElsewhere } = site(null);
    const first = seen(here, {}, answers);
    await first.user.type(await screen.findByLabelText("Text"), "From this tab");
    first.unmount();
    changeElsewhere(fromElsewhere);
    seen(here, {}, answers);
    expect(await screen.findByDisplayValue("From this tab")).toBeVisible();
    expect((await shown()).getByText("Your entry was handed in elsewhere")).toBeVisible();
  });

  it("is shown as it is in where the same stands here: nothing is asked", async () => {
    const { answers, changeElsewhere } = site(null);
    const first = seen(here, {}, answers);
    await first.user.type(await screen.findByLabelText("Text"), "The same");
    first.unmount();
    changeElsewhere(anEntry({ text: "The same", link: "" }));
    seen(here, {}, answers);
    expect(await screen.findByText("Your entry is in")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it("says nothing of who may read it where that was not changed here", async () => {
    const { answers } = site(anEntry());
    const { user, calls } = seen(here, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Edit your entry" }));
    await user.type(screen.getByLabelText("Text"), " And more.");
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).not.toHaveProperty("showIfWins");
  });
});
