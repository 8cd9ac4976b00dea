import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { listPublishedEntries } from "@conquest/shared/contracts/entries";
import { samplePermissions, aFile, allowed, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import { renderContest } from "../testing/render-contest";

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
beforeEach(() => sessionStorage.clear());

describe("the published entries", () => {
  const ended = {
    phase: "completed",
    deadline: YESTERDAY,
    may: samplePermissions(),
    winner: { name: "Tania", photo: "", note: "", at: YESTERDAY, byAdmin: false },
  } as const;
  const shown = (overrides: object = {}) => ({
    _id: sampleId(41),
    text: "A tiger that reads.",
    link: "",
    files: [],
    name: "Tania",
    photo: "",
    isWinner: false,
    may: { report: allowed },
    ...overrides,
  });
  const gallery = async () => within(await screen.findByRole("region", { name: /^Published entries/ }));

  it("are listed publicly, the winning one first", async () => {
    renderContest({ ...ended, publishedEntryCount: 2 }, "signed-out", [
      stub(listPublishedEntries, [
        shown({ isWinner: true }),
        shown({
          _id: sampleId(42),
          name: "Rafi",
          text: "<b>A boat</b> https://example.com/boat",
          link: "https://example.com/more",
        }),
      ]),
    ]);
    const entries = await gallery();
    const [first, second] = await entries.findAllByRole("article");
    expect(first).toHaveAccessibleName("Entry by Tania");
    expect(within(first!).getByText("Winning entry")).toBeVisible();
    expect(within(second!).queryByText("Winning entry")).not.toBeInTheDocument();
    expect(within(second!).getByText(/<b>A boat<\/b>/)).toBeVisible();
    for (const link of within(second!).getAllByRole("link", { name: /example/ }))
      expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
    expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
  });

  it("include their files, with pictures to view", async () => {
    const files = [
      aFile({ name: "tiger.png" }),
      aFile({ _id: sampleId(44), name: "sources.zip", kind: "zip", width: null, height: null }),
    ];
    const { user } = renderContest({ ...ended, publishedEntryCount: 2 }, "signed-out", [
      stub(listPublishedEntries, [shown({ isWinner: true, files }), shown({ _id: sampleId(42), name: "Rafi" })]),
    ]);
    const entries = await gallery();
    const list = within(await entries.findByRole("list", { name: "Files by Tania" }));
    expect(list.getByRole("link", { name: "Download sources.zip" })).toHaveAttribute(
      "href",
      `/api/entry-files/${sampleId(44)}`,
    );
    expect(entries.queryByRole("list", { name: "Files by Rafi" })).not.toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Preview tiger.png" }));
    expect(await screen.findByRole("img", { name: "tiger.png" })).toBeVisible();
    // The author withdrew the picture while it was open.
    fireEvent.error(screen.getByRole("img", { name: "tiger.png" }));
    expect(screen.getByRole("alert")).toHaveTextContent("The image may also have been deleted.");
  });

  it("are hidden if there are none", async () => {
    const { calls } = renderContest({ ...ended, publishedEntryCount: 0 });
    await screen.findByRole("region", { name: "Winner" });
    expect(screen.queryByText(/Published entries/)).not.toBeInTheDocument();
    expect(calls.some(({ endpoint }) => endpoint === listPublishedEntries)).toBe(false);
  });

  it("are hidden if the last one was withdrawn", async () => {
    const { calls } = renderContest({ ...ended, publishedEntryCount: 1 }, "signed-out", [
      stub(listPublishedEntries, []),
    ]);
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === listPublishedEntries)).toBe(true));
    await waitFor(() => expect(screen.queryByRole("region", { name: /^Published entries/ })).not.toBeInTheDocument());
  });

  it("load more on demand", async () => {
    const { user, calls } = renderContest({ ...ended, publishedEntryCount: 2 }, "signed-out", [
      stub(
        listPublishedEntries,
        ({ query }) => [query.cursor ? shown({ _id: sampleId(42), name: "Rafi" }) : shown({ isWinner: true })],
        { link: '</api/published-entries/x?cursor=next>; rel="next"', "x-total-count": "2" },
      ),
    ]);
    const entries = await gallery();
    expect(await entries.findByText("Showing 1 of 2")).toBeVisible();
    await user.click(entries.getByRole("button", { name: "Load more" }));
    expect(await entries.findByRole("article", { name: "Entry by Rafi" })).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === listPublishedEntries).map(({ query }) => query)).toEqual([
      { limit: 10 },
      { limit: 10, cursor: "next" },
    ]);
  });

  it("offer a retry if loading fails", async () => {
    renderContest({ ...ended, publishedEntryCount: 1 }, "signed-out", [
      stubError(listPublishedEntries, 500, "failed", "Something went wrong on our side."),
    ]);
    const entries = await gallery();
    expect(await entries.findByText("Something went wrong on our side.")).toBeVisible();
    expect(entries.getByRole("button", { name: "Retry" })).toBeVisible();
  });
});
