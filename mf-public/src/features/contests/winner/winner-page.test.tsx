import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { readCertificate } from "@conquest/shared/contracts/winners";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, sampleId } from "@conquest/shared/testing/samples";
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
) => renderAt(path, PublicRoutes, { session, answers: [stub(getContestDetails, aContestDetails(contest))] });

describe("the winner page", () => {
  it("shows winner, contest, note and the picture to share", async () => {
    renderPage(WON);
    expect(await screen.findByRole("heading", { level: 1, name: "Rafi Ahmed" })).toBeVisible();
    expect(document.title).toBe("Rafi Ahmed won “Posters for the book fair” | Conquest");
    expect(screen.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute("href", CONTEST);
    expect(screen.getByText("Bold colours.")).toBeVisible();
    expect(screen.getByText(/৳25,000 · Chosen on/)).toBeVisible();
    const picture = `/media/winners/${sampleId(1)}.png`;
    expect(screen.getByRole("img", { name: /^To share: / })).toHaveAttribute("src", picture);
    expect(screen.getByRole("link", { name: "Save the picture" })).toHaveAttribute("href", picture);
    expect(screen.queryByRole("link", { name: "Your certificate" })).not.toBeInTheDocument();
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

  it("leaves out a picture that cannot be loaded", async () => {
    renderPage(WON);
    fireEvent.error(await screen.findByRole("img", { name: /^To share: / }));
    expect(screen.queryByRole("img", { name: /^To share: / })).not.toBeInTheDocument();
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
    [null, "Not on show"],
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
    expect(screen.getByText(/so there is nothing to share\.$/)).toBeVisible();
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
      `/api/certificates/${sampleId(1)}`,
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
    expect(screen.getByRole("link", { name: "See the contest" })).toHaveAttribute("href", CONTEST);
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
  expect(await screen.findByRole("link", { name: "The winner’s page" })).toHaveAttribute("href", `${CONTEST}/winner`);
});

it.each([
  [true, "Share your win"],
  [false, "The winner’s page"],
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
