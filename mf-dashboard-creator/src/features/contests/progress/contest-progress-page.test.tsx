import { act, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  samplePermissions,
  aParticipant,
  allowed,
  aProgress,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";

const PATH = `/dashboard/contest_progress/${sampleId(1)}`;
const may = samplePermissions({ readEntries: allowed, extend: { ...allowed, left: 2 } });

const open = (
  answers: Stub[] = [],
  contest: Partial<ContestDetails> = {},
  path = PATH,
  role: "creator" | "admin" = "creator",
) =>
  renderAt(path, CreatorRoutes, {
    session: { role },
    answers: [
      stub(getContestDetails, aContestDetails({ name: "River stories", participantCount: 3, may, ...contest })),
      stub(getProgress, aProgress()),
      stub(listParticipants, [
        aParticipant(),
        aParticipant({ _id: sampleId(72), name: "", hasSubmitted: false, amount: 0 }),
      ]),
      ...answers,
    ],
  });

const row = (name: RegExp) => within(screen.getByRole("row", { name }));

it("shows the figures and the participants", async () => {
  open();
  expect(await screen.findByRole("heading", { level: 1, name: "River stories" })).toBeVisible();
  expect(document.title).toBe("Progress: River stories | Conquest");
  const figure = (name: string) => screen.getAllByText(name, { selector: "dt" })[0]?.nextSibling;
  await screen.findByText("Collected");
  expect(figure("Participants")).toHaveTextContent("3");
  expect(figure("Entries")).toHaveTextContent("2");
  expect(figure("Time left")).toHaveTextContent(/^\d+ days?$/);
  expect(screen.getByText("৳75,000")).toBeVisible();
  await screen.findByRole("row", { name: /Rafi Ahmed/ });
  expect(row(/Rafi Ahmed/).getByText("2 Mar 2026")).toBeVisible();
  expect(row(/Rafi Ahmed/).getByText("৳25,000")).toBeVisible();
  expect(row(/Rafi Ahmed/).getByText("Submitted")).toBeVisible();
  expect(row(/Unnamed participant/).getByText("No entry")).toBeVisible();
  expect(row(/Unnamed participant/).getByText("Free")).toBeVisible();
});

it("shows the version of the rules that participants accepted, if there are rules", async () => {
  const { unmount } = open([stub(listParticipants, [aParticipant({ rulesVersion: 2 })])]);
  await screen.findByRole("row", { name: /Rafi Ahmed/ });
  expect(row(/Rafi Ahmed/).getByText("Rules accepted (version 2)")).toBeVisible();
  unmount();
  open([stub(listParticipants, [aParticipant({ rulesVersion: null })])]);
  await screen.findByRole("row", { name: /Rafi Ahmed/ });
  expect(screen.queryByRole("columnheader", { name: "Rules" })).not.toBeInTheDocument();
});

it("links an admin who owns the contest back to their contests", async () => {
  const viewer = {
    isOwner: true,
    isJudge: false,
    hasJoined: false,
    paidAmount: null,
    hasSubmitted: false,
    leavesUntil: null,
    isWinner: false,
    isFollowing: false,
  };
  open([], { viewer }, PATH, "admin");
  expect(await screen.findByRole("link", { name: "My Created Contests" })).toHaveAttribute(
    "href",
    "/dashboard/my_created_contests",
  );
});

it("shows how many of those who joined have submitted", async () => {
  open();
  const funnel = within(await screen.findByRole("region", { name: "From joining to submitting" }));
  expect(funnel.getByText("Joined").nextSibling).toHaveTextContent("3");
  expect(funnel.getByText("Submitted").nextSibling).toHaveTextContent("2 (67%)");
});

it("shows joins and entries per day as a chart and as a table", async () => {
  const { user } = open();
  const section = within(await screen.findByRole("region", { name: "Joins and entries over time" }));
  const chart = await section.findByRole("slider", { name: "Joins and entries per day" });
  act(() => chart.focus());
  await user.keyboard("{ArrowLeft}");
  expect(chart).toHaveAttribute("aria-valuetext", "2 Mar 2026: Joined (including people who left) 1, Entries 2");
  await user.click(section.getAllByText("View as table")[0]!);
  const rows = within(section.getByRole("table", { name: "Joins and entries per day" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "DayJoinedLeftEntries",
    "1 Mar 2026300",
    "2 Mar 2026112",
  ]);
});

it.each([
  ["UTC", "Days are in UTC, also in the list of participants."],
  ["Asia/Dhaka", "Days are in your time zone, Asia/Dhaka, also in the list of participants."],
])("says that days are counted in %s", async (timeZone, sentence) => {
  open([stub(getProgress, aProgress({ timeZone }))]);
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("adds up participants and entries, without those who left", async () => {
  open();
  const chart = await screen.findByRole("slider", { name: "Participants and entries in total" });
  expect(chart).toHaveAttribute("aria-valuetext", "3 Mar 2026: Participants 3, Entries 2");
});

it.each([
  ["week", "From 3 Mar 2026, 7 days"],
  ["month", "Mar 2026"],
] as const)("labels steps by %s", async (unit, words) => {
  open([stub(getProgress, aProgress({ unit }))]);
  const chart = await screen.findByRole("slider", { name: `Joins and entries per ${unit}` });
  expect(chart).toHaveAttribute("aria-valuetext", `${words}: Joined (including people who left) 0, Entries 0`);
});

it("shows that there is no activity yet, without downloads", async () => {
  open([
    stub(
      getProgress,
      aProgress({
        steps: [{ from: "2026-03-01", joined: 0, left: 0, entries: 0 }],
        participantCount: 0,
        entryCount: 0,
        paidTotal: 0,
      }),
    ),
    stub(listParticipants, []),
  ]);
  expect(await screen.findByText(/^No joins or entries yet/)).toBeVisible();
  expect(await screen.findByText("No participants yet")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Downloads" })).not.toBeInTheDocument();
});

it("shows that a cancelled contest has no participants", async () => {
  open([stub(listParticipants, [])], { phase: "cancelled", may: samplePermissions() });
  expect(await screen.findByText("No participants left")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Extend the deadline" })).not.toBeInTheDocument();
});

it("hides who has submitted while names are hidden, and explains why", async () => {
  open([stub(listParticipants, [aParticipant({ hasSubmitted: null })])]);
  expect(await screen.findByText(/you can't see who submitted until there's a winner/)).toBeVisible();
  const table = within(screen.getByRole("table", { name: "Participants" }));
  expect(table.queryByRole("columnheader", { name: "Entry" })).not.toBeInTheDocument();
  expect(table.queryByText(/Submitted|No entry/)).not.toBeInTheDocument();
});

it("links to the downloads", async () => {
  open();
  const downloads = within(await screen.findByRole("region", { name: "Downloads" }));
  const addresses = downloads
    .getAllByRole("link")
    .map((link) => [link.textContent?.trim(), link.getAttribute("href"), link.hasAttribute("download")]);
  expect(addresses).toEqual([
    ["Participants (CSV)", `/api/joiners/${sampleId(1)}/table?language=en`, true],
    ["Entries (CSV)", `/api/contest-entries/${sampleId(1)}/table?language=en`, true],
    ["Entries with their files (ZIP)", `/api/contest-entries/${sampleId(1)}/table?language=en&as=zip`, true],
  ]);
});

it("hides entry downloads from users who may not read entries", async () => {
  open([], { may: samplePermissions() }, PATH, "admin");
  const downloads = within(await screen.findByRole("region", { name: "Downloads" }));
  expect(downloads.getAllByRole("link")).toHaveLength(1);
  expect(screen.queryByRole("link", { name: "Entries" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Manage Contests" })).toHaveAttribute("href", "/dashboard/manage_contests");
});

it("searches by name, shows that there are no matches, and clears the search", async () => {
  const page = open([stub(listParticipants, ({ query }) => (query.q ? [] : [aParticipant()]))]);
  await page.user.type(await screen.findByLabelText("Search by name"), "zz");
  expect(await screen.findByText("No participants match")).toBeVisible();
  expect(page.address()).toBe(`${PATH}?q=zz`);
  await page.user.click(screen.getByRole("button", { name: "Show all participants" }));
  expect(await screen.findByRole("row", { name: /Rafi Ahmed/ })).toBeVisible();
});

it("shows skeletons while loading", async () => {
  open([stubPending(getProgress), stubPending(listParticipants)]);
  expect(await screen.findByText("Loading the figures")).toBeInTheDocument();
  expect(screen.getByText("Loading participants")).toBeInTheDocument();
});

it("offers a retry if loading fails", async () => {
  const page = open([stubError(listParticipants, 500, "unexpected", "Something went wrong here.")]);
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  const before = page.calls.length;
  await page.user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(page.calls.length).toBeGreaterThan(before));
});

it("shows one error with a link if the contest belongs to another user", async () => {
  const message = "We couldn't find that contest in your account.";
  open([stubError(getProgress, 404, "not_found", message), stubError(listParticipants, 404, "not_found", message)], {
    may: samplePermissions(),
  });
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1, name: "River stories" })).toBeVisible();
  expect(screen.getByRole("link", { name: "View contest" })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
  expect(screen.queryByText("Participants")).not.toBeInTheDocument();
});

it("opens the dialog to extend the deadline", async () => {
  const page = open();
  await page.user.click(await screen.findByRole("button", { name: "Extend the deadline" }));
  expect(await screen.findByRole("dialog", { name: "Extend the deadline of “River stories”" })).toBeVisible();
  expect(await screen.findByText(/up to ৳75,000 in total/)).toBeVisible();
});
