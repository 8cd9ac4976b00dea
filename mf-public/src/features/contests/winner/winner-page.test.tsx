import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry, listPublishedEntries } from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { readCertificate } from "@conquest/shared/contracts/winners";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aFile, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const CONTEST = `/contest-details/${sampleId(1)}`;
const WON: Partial<ContestDetails> = {
  phase: "completed",
  winner: { name: "Rafi Ahmed", photo: "", note: "Bold colours.", at: "2026-03-02T08:00:00.000Z", byAdmin: false },
};
const renderPage = (
  contest: Partial<ContestDetails>,
  path = `${CONTEST}/winner`,
  session: "signed-out" | object = "signed-out",
) =>
  renderAt(path, PublicRoutes, {
    session,
    answers: [stub(getContestDetails, aContestDetails(contest)), stub(listPublishedEntries, [])],
  });

describe("the winner page", () => {
  it("shows winner, contest, note and the picture to share", async () => {
    renderPage(WON);
    expect(await screen.findByRole("heading", { level: 1, name: "Rafi Ahmed" })).toBeVisible();
    expect(document.title).toBe("Rafi Ahmed won “Posters for the book fair” | Conquest");
    expect(screen.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute("href", CONTEST);
    expect(screen.getByText("Bold colours.")).toBeVisible();
    expect(screen.getByText(/৳25,000 · Picked on/)).toBeVisible();
    expect(screen.getByText("Payments and prizes are simulated.")).toBeVisible();
    const picture = `/media/winners/${sampleId(1)}.png`;
    expect(screen.getByRole("img", { name: /^Image to share: / })).toHaveAttribute("src", picture);
    expect(screen.getByRole("link", { name: "Download image" })).toHaveAttribute("href", picture);
    expect(screen.queryByRole("link", { name: "Your certificate" })).not.toBeInTheDocument();
  });

  it("names all members of a team", async () => {
    renderPage({ ...WON, winner: { ...WON.winner!, name: "River Foxes", members: ["Rafi Ahmed", "", "Mitu Das"] } });
    expect(await screen.findByRole("heading", { level: 1, name: "River Foxes" })).toBeVisible();
    expect(screen.getByText("Rafi Ahmed (captain), Unnamed participant, Mitu Das")).toBeVisible();
  });

  it.each(["11111111-1111-4111-8111-111111111111", null])(
    "names the creator, linked if they have a page: %s",
    async (publicId) => {
      const { creator } = aContestDetails();
      renderPage({ ...WON, creator: { ...creator, name: "Nadia Islam", publicId } });
      expect(await screen.findByText(/^won/)).toHaveTextContent("won Posters for the book fair by Nadia Islam");
      expect(screen.queryByRole("link", { name: "Nadia Islam" })?.getAttribute("href")).toBe(
        publicId ? `/creators/${publicId}` : undefined,
      );
    },
  );

  it("shows the winning entry, the note's author and other published entries", async () => {
    const anEntry = (number: number, isWinner: boolean, prizeName: string | null = null) => ({
      _id: sampleId(number),
      text: `Text ${number}`,
      link: "",
      files: isWinner ? [aFile({ kind: "picture", width: 800, height: 600 })] : [],
      name: `Author ${number}`,
      photo: "",
      isWinner,
      prizeName,
      may: { report: { isAllowed: false, because: "" } },
    });
    const { creator } = aContestDetails();
    const { calls } = renderAt(`${CONTEST}/winner`, PublicRoutes, {
      answers: [
        stub(
          getContestDetails,
          aContestDetails({ ...WON, publishedEntryCount: 5, creator: { ...creator, name: "Nadia Islam" } }),
        ),
        stub(listPublishedEntries, [
          anEntry(2, true),
          anEntry(3, false, "Second place"),
          anEntry(4, false),
          anEntry(5, false),
        ]),
      ],
    });
    expect(await screen.findByRole("img", { name: "Winning entry by Author 2" })).toHaveAttribute("width", "800");
    expect(screen.getByText("Text 2")).toBeVisible();
    expect(screen.getByRole("link", { name: "View the winning entry" })).toHaveAttribute(
      "href",
      `${CONTEST}#published-entries`,
    );
    expect(within(screen.getByText("Bold colours.").closest("figure")!).getByText("Nadia Islam")).toBeVisible();
    const others = screen.getByRole("region", { name: "Other published entries" });
    expect(within(others).getAllByRole("heading", { level: 3 })).toHaveLength(3);
    expect(within(others).getByText("Second place")).toBeVisible();
    expect(within(others).queryByText("Text 2")).not.toBeInTheDocument();
    expect(calls.find(({ endpoint }) => endpoint === listPublishedEntries)?.query).toEqual({ limit: 4 });
  });

  it("links to services that share the page, and copies its URL", async () => {
    renderPage(WON);
    const url = encodeURIComponent(location.origin + location.pathname);
    for (const [name, href] of [
      ["LinkedIn", `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
      ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${url}`],
      ["WhatsApp", `https://wa.me/?text=${encodeURIComponent("Rafi Ahmed won “Posters for the book fair” ")}${url}`],
    ] as const) {
      const link = await screen.findByRole("link", { name });
      expect(link).toHaveAttribute("href", href);
      expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
    fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await screen.findByText("Link copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(location.origin + location.pathname);
  });

  it("leaves out a picture that cannot be loaded", async () => {
    renderPage(WON);
    fireEvent.error(await screen.findByRole("img", { name: /^Image to share: / }));
    expect(screen.queryByRole("img", { name: /^Image to share: / })).not.toBeInTheDocument();
    expect(screen.getByText("Bold colours.")).toBeVisible();
  });

  it("shares its own URL", async () => {
    const shared = jest.fn().mockResolvedValue(undefined);
    Object.defineProperty(navigator, "share", { configurable: true, value: shared });
    renderPage(WON);
    fireEvent.click(await screen.findByRole("button", { name: "Share" }));
    expect(shared).toHaveBeenCalledWith({
      title: "Rafi Ahmed won “Posters for the book fair”",
      url: expect.stringContaining("http"),
    });
    await act(async () => {});
    delete (navigator as { share?: unknown }).share;
  });

  it.each([
    ["2026-03-03T08:00:00.000Z", "Hidden"],
    [null, "Hidden"],
  ])("offers nothing to share while the contest is hidden: hidden at %s", async (hiddenAt, title) => {
    const viewer = {
      isOwner: false,
      isJudge: false,
      hasJoined: true,
      paidAmount: 0,
      hasSubmitted: true,
      leavesUntil: null,
      isWinner: true,
      isFollowing: false,
    };
    const hidden = { ...WON, viewer, isPublic: false, hiddenAt, publishedEntryCount: 1 };
    renderPage(hidden, `${CONTEST}/winner`, {});
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/can't be shared right now\.$/)).toBeVisible();
    for (const role of ["img", "group"]) expect(screen.queryByRole(role, { name: /share/i })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Your certificate" })).toBeVisible();
  });

  it("offers the certificate to authors", async () => {
    const viewer = {
      isOwner: false,
      isJudge: false,
      hasJoined: true,
      paidAmount: 0,
      hasSubmitted: true,
      leavesUntil: null,
      isWinner: true,
      isFollowing: false,
    };
    renderPage({ ...WON, viewer }, `${CONTEST}/winner`, {});
    expect(await screen.findByRole("link", { name: "Your certificate" })).toHaveAttribute(
      "href",
      `/api/certificates/${sampleId(1)}?language=en`,
    );
  });

  it("shows why there is no certificate, and downloads it otherwise", async () => {
    const saved = jest.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const viewer = {
      isOwner: false,
      isJudge: false,
      hasJoined: true,
      paidAmount: 0,
      hasSubmitted: true,
      leavesUntil: null,
      isWinner: true,
      isFollowing: false,
    };
    const reason = "There are no letters for your name that a certificate could be written in.";
    let isRefused = true;
    const { user } = renderAt(`${CONTEST}/winner`, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, aContestDetails({ ...WON, viewer })),
        {
          endpoint: readCertificate,
          answer: () =>
            isRefused
              ? { status: 409, data: { error: { code: "name_not_printable", message: reason } } }
              : { status: 200, data: "%PDF" },
        },
      ],
    });
    const link = await screen.findByRole("link", { name: "Your certificate" });
    await user.click(link);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
    isRefused = false;
    await user.click(link);
    await waitFor(() => expect(saved.mock.contexts).toEqual([link]));
    saved.mockRestore();
  });

  it.each([
    [{ phase: "judging" as const }, "This contest has no winner yet"],
    [{ phase: "cancelled" as const }, "This contest ended without a winner"],
  ])("without a winner says so and links to the contest: %j", async (contest, message) => {
    renderPage(contest);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("link", { name: "View contest" })).toHaveAttribute("href", CONTEST);
  });

  it("shows that a contest is missing", async () => {
    renderAt(`${CONTEST}/winner`, PublicRoutes, {
      session: "signed-out",
      answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Contest not found" })).toBeVisible();
  });
});

it("is linked from the contest page", async () => {
  renderPage(WON, CONTEST);
  expect(await screen.findByRole("link", { name: "Winner page" })).toHaveAttribute("href", `${CONTEST}/winner`);
});

it.each([
  [true, "Share your win"],
  [false, "Winner page"],
])("offers sharing to the winner if the contest is public: %s", async (isPublic, name) => {
  const viewer = {
    isOwner: false,
    isJudge: false,
    hasJoined: true,
    paidAmount: 0,
    hasSubmitted: false,
    leavesUntil: null,
    isWinner: true,
    isFollowing: false,
  };
  renderAt(CONTEST, PublicRoutes, {
    session: {},
    answers: [
      stub(getContestDetails, aContestDetails({ ...WON, isPublic, viewer })),
      stub(getMyEntry, { entry: null }),
    ],
  });
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", `${CONTEST}/winner`);
});

describe("further prizes", () => {
  const morePrizes = [
    { name: "Second place", amount: 12_000 },
    { name: "Best line", amount: 0 },
  ];
  const placements = [
    { place: 2, prizeName: "Second place", prize: 12_000, name: "Tania Das", photo: "", isViewer: false },
  ];
  const list = async () => within(await screen.findByRole("region", { name: "More prizes" }));

  it.each([`${CONTEST}/winner`, CONTEST])("are listed with their winners on %s", async (path) => {
    renderPage({ ...WON, morePrizes, placements }, path);
    const items = (await list()).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items).toEqual([expect.stringMatching(/Tania DasSecond place: ৳12,000$/), "No winnerBest line"]);
    expect(screen.getByText("There were fewer entries than prizes, so not every prize has a winner.")).toBeVisible();
  });

  it("are not mentioned without any", async () => {
    renderPage({ ...WON, morePrizes: [], placements: [] }, CONTEST);
    expect(await screen.findByText("Bold colours.")).toBeVisible();
    expect(screen.queryByText("More prizes")).not.toBeInTheDocument();
    expect(within(screen.getByRole("complementary")).getByText("Prize")).toBeVisible();
  });

  it("are listed before anyone has won", async () => {
    renderPage({ morePrizes }, CONTEST);
    const side = within(await screen.findByRole("complementary", { name: "Join this contest" }));
    const terms = side.getAllByRole("term").map(({ textContent }) => textContent);
    expect(terms.slice(0, 4)).toEqual(["First prize", "Second place", "Best line", "Entry fee"]);
    expect(side.getByText("৳12,000")).toBeVisible();
    expect(side.getByText("Certificate")).toBeVisible();
  });
});
