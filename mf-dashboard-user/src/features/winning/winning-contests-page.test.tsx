import { screen, within } from "@testing-library/react";
import { confirmPrize } from "@conquest/shared/contracts/awards";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { listWonContests } from "@conquest/shared/contracts/winners";
import { renderAt } from "@conquest/shared/testing/render-at";
import { allowed, anAward, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (...answers: Parameters<typeof stub<typeof listWonContests>>[1][]) =>
  renderAt("/dashboard/my_winning_contests", UserRoutes, {
    session: {},
    answers: answers.map((answer) => stub(listWonContests, answer)),
  });

const aWin = (fields: Partial<ResponseOf<typeof listWonContests>[number]> = {}) => ({
  id: sampleId(1),
  image: "/media/a.webp",
  name: "Posters",
  dateWon: "2026-03-04T12:00:00.000Z",
  prize: 25_000,
  note: "Bold lines",
  isPublic: true,
  ...fields,
});

it("lists wins with id, date, prize and count", async () => {
  const page = open([aWin()]);
  const win = within(await screen.findByRole("article", { name: "Posters" }));
  expect(win.getByText(sampleId(1))).toBeVisible();
  expect(win.getByText("04/03/2026")).toBeVisible();
  expect(win.getByText("৳25,000")).toBeVisible();
  expect(win.getByText("Payments and prizes are simulated.")).toBeVisible();
  expect(win.getByText("Bold lines")).toBeVisible();
  expect(win.getByRole("link", { name: "Posters" })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
  expect(win.getByRole("link", { name: "Certificate" })).toHaveAttribute(
    "href",
    expect.stringContaining(`/certificates/${sampleId(1)}`),
  );
  expect(win.getByRole("link", { name: "Share your win" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}/winner`,
  );
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("1 win");
});

it.each([
  ["a member", null, true],
  ["the captain", anAward({ state: "sent" }), false],
])("says to %s of a team who receives the prize", async (_, award, isShown) => {
  open([aWin({ team: "River Foxes", award })]);
  const win = within(await screen.findByRole("article", { name: "Posters" }));
  expect(win.queryAllByText("The captain receives it.")).toHaveLength(isShown ? 1 : 0);
});

it("shows no prize if there was none", async () => {
  open([aWin({ prize: 0, note: "" })]);
  expect(
    within(await screen.findByRole("article", { name: "Posters" })).queryByText(/Prize|৳/),
  ).not.toBeInTheDocument();
});

it("shows the status of the prize and lets the winner confirm it", async () => {
  let isDelivered = false;
  const award = () =>
    isDelivered
      ? anAward({ state: "delivered", dueAt: null, endedAt: "2026-03-05T06:00:00.000Z" })
      : anAward({ state: "sent", may: { confirmPrize: allowed, reportPrize: allowed } });
  const { user, calls } = renderAt("/dashboard/my_winning_contests", UserRoutes, {
    session: {},
    answers: [
      stub(listWonContests, () => [aWin({ award: award() })]),
      stub(confirmPrize, () => {
        isDelivered = true;
        return award();
      }),
    ],
  });
  const prize = within(await screen.findByRole("region", { name: "Prize" }));
  expect(await prize.findByText("Sent", { selector: ".cq-badge" })).toBeVisible();
  expect(prize.getByRole("button", { name: "Report a problem" })).toBeVisible();
  await user.click(prize.getByRole("button", { name: "Confirm delivery" }));
  expect(await prize.findByText("Delivered", { selector: ".cq-badge" })).toBeVisible();
  expect(calls.filter(({ endpoint }) => endpoint === confirmPrize)).toHaveLength(1);
});

it("names the first prize only if there are more", async () => {
  open([
    aWin({ prizeName: null, hasMorePrizes: true }),
    aWin({ id: "another", name: "Logos", prizeName: null, hasMorePrizes: false }),
  ]);
  const win = within(await screen.findByRole("article", { name: "Posters" }));
  expect(win.getByText("First prize")).toBeVisible();
  expect(within(screen.getByRole("article", { name: "Logos" })).queryByText("First prize")).not.toBeInTheDocument();
});

it("offers no share link for a hidden contest", async () => {
  open([aWin({ isPublic: false })]);
  const win = within(await screen.findByRole("article", { name: "Posters" }));
  expect(win.getByText("This contest is hidden right now.")).toBeVisible();
  expect(win.queryByRole("link", { name: "Share your win" })).not.toBeInTheDocument();
  expect(win.getByRole("link", { name: "Certificate" })).toBeVisible();
});

it("shows an encouraging empty state", async () => {
  const page = open([]);
  expect(await screen.findByText("You haven't won any contests yet. Keep participating!")).toBeVisible();
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("0 wins");
});

it("shows the error", async () => {
  const answers = [stubError(listWonContests, 500, "unexpected", "Something went wrong here.")];
  renderAt("/dashboard/my_winning_contests", UserRoutes, { session: {}, answers });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
});

it("names a prize after the first one", async () => {
  open([aWin({ prizeName: "Second place", prize: 12_000 })]);
  const win = within(await screen.findByRole("article", { name: "Posters" }));
  expect(win.getByText("Second place")).toBeVisible();
  expect(win.getByText("৳12,000")).toBeVisible();
  expect(win.getByRole("link", { name: "Certificate" })).toBeVisible();
});
