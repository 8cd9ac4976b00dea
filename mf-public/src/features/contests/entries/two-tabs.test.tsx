import { act, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getMyEntry, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { aContestDetails, samplePermissions, allowed, anEntry, deniedBecause } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, PATH, renderContest } from "../testing/render-contest";

beforeEach(() => sessionStorage.clear());

describe("an entry edited in two tabs", () => {
  const joinedContest = { viewer: aViewer({ hasJoined: true }), may: samplePermissions({ submit: allowed }) };
  const OTHER = "f".repeat(64);
  const fromElsewhere = anEntry({ text: "From the other tab", sha256: OTHER });

  /** Simulates a server that stores the entry and checks which one is being replaced. */
  function site(begin: MyEntry | null) {
    let isIn = begin;
    const submit: Stub = {
      endpoint: submitEntry,
      answer: ({ body }) => {
        const { text, replaces } = body as { text: string; replaces: string | null };
        if (isIn && isIn.sha256 !== replaces)
          return stubError(submitEntry, 409, "changed_elsewhere", "Your entry was changed elsewhere.").answer(
            {} as never,
          );
        isIn = anEntry({ text, sha256: "a".repeat(64) });
        return stub(submitEntry, isIn).answer({} as never);
      },
    };
    return {
      answers: [stub(getMyEntry, () => ({ entry: isIn })), submit],
      changeElsewhere: (entry: MyEntry) => (isIn = entry),
    };
  }
  const shown = async () => within(await screen.findByRole("alert"));

  it("is not overwritten unasked: both versions are shown to choose from", async () => {
    const { answers, changeElsewhere } = site(null);
    const { user, calls } = renderContest(joinedContest, {}, answers);
    await user.type(await screen.findByLabelText("Text"), "From this tab");
    changeElsewhere(fromElsewhere);
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    const note = await shown();
    expect(note.getByText("You submitted from another tab or device")).toBeVisible();
    expect(note.getByText("From the other tab")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Submit entry" })).not.toBeInTheDocument();
    expect(screen.getByLabelText("Text")).toHaveValue("From this tab");
    await user.click(note.getByRole("button", { name: "Replace with this version" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(await screen.findByText("From this tab")).toBeVisible();
    expect(calls.flatMap(({ endpoint, body }) => (endpoint === submitEntry ? [body] : []))).toMatchObject([
      { replaces: null },
      { replaces: OTHER },
    ]);
  });

  it("names the member of the team who saved the other version", async () => {
    const { answers, changeElsewhere } = site(null);
    const { user } = renderContest(joinedContest, {}, answers);
    await user.type(await screen.findByLabelText("Text"), "From this tab");
    changeElsewhere({ ...fromElsewhere, savedBy: "Mitu" });
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect((await shown()).getByText("Mitu saved another version of the team's entry")).toBeVisible();
  });

  it("keeps the submitted version if that is chosen", async () => {
    const { answers, changeElsewhere } = site(anEntry());
    const { user, calls } = renderContest(joinedContest, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Edit entry" }));
    await user.type(screen.getByLabelText("Text"), " Changed here.");
    changeElsewhere(fromElsewhere);
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    const note = await shown();
    expect(note.getByText("Your entry was updated in another tab or on another device")).toBeVisible();
    await user.click(note.getByRole("button", { name: "Keep submitted entry" }));
    expect(await screen.findByText("From the other tab")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Your entry" })).toHaveFocus();
    expect(calls.filter(({ endpoint }) => endpoint === submitEntry)).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it("asks after a reload too, because the draft stores its base version", async () => {
    const { answers, changeElsewhere } = site(null);
    const first = renderContest(joinedContest, {}, answers);
    await first.user.type(await screen.findByLabelText("Text"), "From this tab");
    first.unmount();
    changeElsewhere(fromElsewhere);
    renderContest(joinedContest, {}, answers);
    expect(await screen.findByDisplayValue("From this tab")).toBeVisible();
    expect((await shown()).getByText("You submitted from another tab or device")).toBeVisible();
  });

  it("asks nothing if both versions are equal", async () => {
    const { answers, changeElsewhere } = site(null);
    const first = renderContest(joinedContest, {}, answers);
    await first.user.type(await screen.findByLabelText("Text"), "The same");
    first.unmount();
    changeElsewhere(anEntry({ text: "The same", link: "" }));
    renderContest(joinedContest, {}, answers);
    expect(await screen.findByText("Your entry was submitted")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it("keeps the draft, with a link to rejoin, after leaving in the other tab", async () => {
    let hasLeft = false;
    const NOT_JOINED = "Please join this contest first; then you can submit an entry.";
    const { user, calls } = renderContest(joinedContest, {}, [
      stub(getContestDetails, () =>
        aContestDetails(
          hasLeft
            ? { viewer: aViewer(), may: samplePermissions({ join: allowed, submit: deniedBecause(NOT_JOINED) }) }
            : joinedContest,
        ),
      ),
      stub(getMyEntry, { entry: null }),
      stubError(submitEntry, 409, "not_joined", NOT_JOINED),
    ]);
    await user.type(await screen.findByLabelText("Text"), "From this tab");
    hasLeft = true;
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    const section = within(screen.getByRole("region", { name: "Your entry" }));
    const wayBack = await section.findByRole("link", { name: "Register" });
    expect(wayBack).toHaveAttribute("href", `${PATH}/payment`);
    expect(wayBack).toHaveFocus();
    expect(section.getByRole("alert")).toHaveTextContent(NOT_JOINED);
    expect(section.getByLabelText("Text")).toHaveValue("From this tab");
    expect(screen.queryByRole("button", { name: "Submit entry" })).not.toBeInTheDocument();
    expect(screen.queryByText("You've joined this contest.")).not.toBeInTheDocument();
    expect(calls.filter(({ endpoint }) => endpoint === getContestDetails)).toHaveLength(2);
  });

  it("disappears after leaving in the other tab if nothing was typed", async () => {
    let hasLeft = false;
    renderContest(joinedContest, {}, [
      stub(getContestDetails, () =>
        aContestDetails(hasLeft ? { viewer: aViewer(), may: samplePermissions({ join: allowed }) } : joinedContest),
      ),
      stub(getMyEntry, { entry: null }),
    ]);
    await screen.findByLabelText("Text");
    hasLeft = true;
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole("region", { name: "Your entry" })).not.toBeInTheDocument());
  });

  it("does not send the publicity choice unless it was changed here", async () => {
    const { answers } = site(anEntry());
    const { user, calls } = renderContest(joinedContest, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Edit entry" }));
    await user.type(screen.getByLabelText("Text"), " And more.");
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).not.toHaveProperty("showIfWins");
  });
});
