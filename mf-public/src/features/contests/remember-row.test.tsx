import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { followContest } from "@conquest/shared/contracts/participation";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, samplePermissions, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";
import { CLOSED, PATH, aViewer, renderContest } from "./testing/render-contest";

describe("the remember-and-share row", () => {
  const row = async () => within(await screen.findByRole("group", { name: "Follow and share" }));
  const toasts = () => screen.getByRole("list", { name: "Toasts" });

  it("leads a visitor who wants to follow to the login and back", async () => {
    renderContest({});
    expect((await row()).getByRole("link", { name: "Follow" })).toHaveAttribute(
      "href",
      `/login?from=${encodeURIComponent(PATH)}`,
    );
    expect((await row()).getByRole("link", { name: "Add to calendar" })).toHaveAttribute(
      "href",
      expect.stringContaining(`/contest-calendar/${sampleId(1)}?language=en`),
    );
  });

  it("follows once, after the visitor has signed in", async () => {
    const asVisitor = renderContest({});
    fireEvent.click((await row()).getByRole("link", { name: "Follow" }));
    asVisitor.unmount();
    let isFollowing = false;
    const answers = [
      stub(getContestDetails, () => aContestDetails({ viewer: aViewer({ isFollowing }) })),
      stub(followContest, ({ body }) => ({ isFollowing: (isFollowing = body.isFollowing) })),
    ];
    const signedIn = renderAt(PATH, PublicRoutes, { session: {}, answers });
    fireEvent.click(await screen.findByRole("button", { name: "Following" }));
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
    signedIn.unmount();
    renderAt(PATH, PublicRoutes, { session: {}, answers });
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it("follows and unfollows, with a confirmation", async () => {
    let isFollowing = false;
    renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () => aContestDetails({ viewer: aViewer({ isFollowing }) })),
        stub(followContest, ({ body }) => ({ isFollowing: (isFollowing = body.isFollowing) })),
      ],
    });
    const button = await screen.findByRole("button", { name: "Follow" });
    fireEvent.click(button);
    const pressed = await screen.findByRole("button", { name: "Following" });
    fireEvent.click(pressed);
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it("stays unchanged if following is rejected", async () => {
    renderContest({ viewer: aViewer() }, {}, [
      stubError(followContest, 409, "too_many_followed", "You follow 500 contests."),
    ]);
    fireEvent.click(await screen.findByRole("button", { name: "Follow" }));
    await waitFor(() => expect(toasts()).toHaveTextContent("You follow 500 contests."));
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it.each([
    [
      "who have joined",
      {
        viewer: aViewer({ hasJoined: true }),
        may: samplePermissions({ join: deniedBecause("You have already joined this contest.") }),
      },
    ],
    ["who own it", { viewer: aViewer({ isOwner: true }) }],
  ])("offers no reminder to those %s", async (_, contest) => {
    renderContest(contest, {}, [stub(getMyEntry, { entry: null })]);
    expect((await row()).getByRole("button", { name: "Share" })).toBeVisible();
    expect((await row()).queryByRole("button", { name: /^Follow/ })).toBeNull();
  });

  it("offers only sharing once the contest has closed", async () => {
    renderContest({ phase: "judging", may: samplePermissions({ join: deniedBecause(CLOSED) }) });
    expect((await row()).getByRole("button", { name: "Share" })).toBeVisible();
    expect((await row()).queryByRole("link")).toBeNull();
  });

  it("offers neither sharing nor a calendar for a hidden contest", async () => {
    renderContest({ isPublic: false, viewer: aViewer() }, { role: "admin" });
    expect((await row()).getByRole("button", { name: "Follow" })).toBeVisible();
    expect((await row()).queryByRole("link", { name: "Add to calendar" })).toBeNull();
    expect((await row()).queryByRole("button", { name: "Share" })).toBeNull();
  });

  describe("sharing", () => {
    afterEach(() => Reflect.deleteProperty(navigator, "share"));

    it("uses the native share sheet and ignores that it is closed", async () => {
      const shared = jest.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
      Object.defineProperty(navigator, "share", { configurable: true, value: shared });
      renderContest({});
      fireEvent.click((await row()).getByRole("button", { name: "Share" }));
      expect(shared).toHaveBeenCalledWith({ title: "Posters for the book fair", url: expect.stringContaining("http") });
      await act(async () => {});
      expect(toasts()).toBeEmptyDOMElement();
    });

    it("gives the HTML of a card for other sites, with a preview", async () => {
      renderContest({ name: `Kites & "lanterns"` });
      fireEvent.click((await row()).getByRole("button", { name: "Embed" }));
      const dialog = within(await screen.findByRole("dialog", { name: "Embed this contest" }));
      const html = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "HTML code" }).value;
      const frame = new DOMParser().parseFromString(html, "text/html").querySelector("iframe")!;
      expect(frame.title).toBe(`Kites & "lanterns"`);
      const { origin, pathname, searchParams } = new URL(frame.src);
      expect([origin, pathname]).toEqual([location.origin, `/embed/contest/${sampleId(1)}`]);
      expect([...searchParams.keys()]).toEqual(["timeZone"]);
      expect(dialog.getByTitle("Preview of the card")).toHaveAttribute("src", pathname + new URL(frame.src).search);
      fireEvent.click(dialog.getByRole("button", { name: "Copy HTML" }));
      expect(await screen.findByText("Copied")).toBeVisible();
      expect(await navigator.clipboard.readText()).toBe(html);
    });

    it("offers no card of private or cancelled contests", async () => {
      for (const contest of [{ visibility: "private" }, { phase: "cancelled", isPublic: false }] as const) {
        const { unmount } = renderContest({ ...contest, viewer: aViewer() });
        expect((await row()).queryByRole("button", { name: "Embed" })).toBeNull();
        unmount();
      }
    });

    it("copies the URL if there is no share sheet", async () => {
      renderContest({});
      fireEvent.click((await row()).getByRole("button", { name: "Share" }));
      await waitFor(() => expect(toasts()).toHaveTextContent("Link copied"));
      expect(await navigator.clipboard.readText()).toBe(location.origin + location.pathname);
    });
  });
});
