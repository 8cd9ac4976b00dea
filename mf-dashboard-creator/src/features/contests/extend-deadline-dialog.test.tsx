import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { getJudgingPlan } from "@conquest/shared/contracts/judging/planning";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  samplePermissions,
  allowed,
  aMyContest,
  deniedBecause,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import CreatorRoutes from "../../routes";
import { counts, openAction } from "./testing/contest-pages";
import { endOfDay, toDayText, toIsoSeconds } from "./deadline";

const inDays = (days: number) => toIsoSeconds(new Date(Date.now() + days * 86_400_000));
const deadline = inDays(5);
const may = samplePermissions({ extend: { ...allowed, left: 2 } });
const joined = { status: "open", phase: "open", participantCount: 12, deadline, may } as const;
const plan = {
  judgesPerEntry: null,
  ratingsDueAt: null,
  shortCount: 0,
  recusalCount: 0,
  judges: [],
  may: { plan: allowed },
};
const EXTEND = "Extend the deadline";
const SEND = { name: "Extend and notify 12 people" };

async function open(answers: Stub[] = [], overrides: Parameters<typeof aMyContest>[0] = {}) {
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest({ ...joined, name: "River stories", paidTotal: 6000, ...overrides })]),
      stub(
        getContestDetails,
        aContestDetails({ ...joined, deadline: overrides.deadline ?? deadline, may: overrides.may ?? may }),
      ),
      ...answers,
    ],
  });
  await page.user.click(await openAction(page.user, EXTEND));
  const dialog = within(await screen.findByRole("dialog", { name: "Extend the deadline of “River stories”" }));
  return { ...page, dialog };
}
const extended = stub(extendDeadline, { contest: aMyContest(), toldCount: 12, leavesUntil: inDays(2) });
const sent = (page: Awaited<ReturnType<typeof open>>) => page.calls.find(({ endpoint }) => endpoint === extendDeadline);

beforeEach(() => sessionStorage.clear());
afterEach(() => void jest.useRealTimers());

it("shows who can leave and the possible cost, requires a reason, and confirms", async () => {
  const page = await open([extended]);
  expect(await page.dialog.findByText("12 people can leave")).toBeVisible();
  expect(
    page.dialog.getByText(/^We'll notify 12 participants\. For 48 hours they can leave with a refund/),
  ).toHaveTextContent("(up to ৳6,000 in total), even if they've submitted. People who join later can't.");
  expect(page.dialog.getByText(/now and once more/)).toBeVisible();
  await page.user.click(page.dialog.getByRole("button", SEND));
  expect(await page.dialog.findByText("This field is required")).toBeVisible();
  expect(sent(page)).toBeUndefined();
  await page.user.type(page.dialog.getByLabelText("Reason"), "The hall is free later.");
  await page.user.click(page.dialog.getByRole("button", SEND));
  expect(await screen.findByText("Deadline extended. 12 people notified")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(sent(page)?.body).toEqual({
    deadline: toIsoSeconds(new Date(Date.parse(deadline) + 7 * 86_400_000)),
    reason: "The hall is free later.",
    from: deadline,
  });
});

it("says how the date for ratings moves", async () => {
  const ratingsDueAt = inDays(10);
  const page = await open([stub(getJudgingPlan, { ...plan, ratingsDueAt })], {
    may: samplePermissions({ extend: { ...allowed, left: 2 }, planJudging: allowed }),
  });
  expect(await page.dialog.findByText("The date for ratings moves too")).toBeVisible();
  const moved = formatDateTime(toIsoSeconds(new Date(Date.parse(ratingsDueAt) + 7 * 86_400_000)));
  expect(
    page.dialog.getByText(
      `Ratings are due ${formatDateTime(ratingsDueAt)}. With the new deadline, they are due ${moved}.`,
    ),
  ).toBeVisible();
});

it.each([
  ["invalid", "soon", "Date input not valid."],
  ["missing", "", "This field is required"],
  ["earlier", toDayText(new Date(Date.now() + 3 * 86_400_000)), "Choose a date after the current deadline"],
  ["too late", toDayText(new Date(Date.now() + 40 * 86_400_000)), "You can extend the deadline by at most 30 days"],
])("rejects a deadline that is %s", async (_, typed, message) => {
  const page = await open();
  const field = await page.dialog.findByLabelText("New deadline");
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  await page.user.type(page.dialog.getByLabelText("Reason"), "x");
  await page.user.click(page.dialog.getByRole("button", SEND));
  expect(await page.dialog.findByText(message)).toBeVisible();
  expect(sent(page)).toBeUndefined();
});

it("rejects a deadline that gives people less than 48 hours", async () => {
  // Fix the time: an hour before midnight, tomorrow would be the day of the deadline itself.
  jest.useFakeTimers({ advanceTimers: true, now: new Date().setHours(12, 0, 0, 0) });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const page = await open([], { deadline: toIsoSeconds(new Date(Date.now() + 3_600_000)) });
  const field = await page.dialog.findByLabelText("New deadline");
  fireEvent.change(field, { target: { value: toDayText(tomorrow) } });
  fireEvent.blur(field);
  expect(endOfDay(tomorrow).getTime()).toBeLessThan(Date.now() + 48 * 3_600_000);
  expect(await page.dialog.findByText(/at least 48 hours from now/)).toBeVisible();
});

it("keeps the input after a rejection and shows the error at its field", async () => {
  const message =
    "Participants have 48 hours to leave after an extension. Choose a deadline at least 48 hours from now.";
  const page = await open([stubError(extendDeadline, 422, "bad_input", "Check the form.", { deadline: message })]);
  await page.user.type(await page.dialog.findByLabelText("Reason"), "The hall.");
  await page.user.click(page.dialog.getByRole("button", SEND));
  expect(await page.dialog.findByText(message)).toBeVisible();
  expect(page.dialog.getByLabelText("Reason")).toHaveValue("The hall.");
});

it("shows that the deadline was not extended and keeps the reason for reopening", async () => {
  const message = "Someone changed the deadline. Check it before you extend it.";
  let reads = 0;
  const moved = () => aContestDetails({ ...joined, deadline: (reads += 1) === 1 ? deadline : inDays(9) });
  const page = await open([
    stubError(extendDeadline, 409, "deadline_changed", message),
    stub(getContestDetails, moved),
  ]);
  await page.user.type(await page.dialog.findByLabelText("Reason"), "The hall.");
  await page.user.click(page.dialog.getByRole("button", SEND));
  expect(await page.dialog.findByRole("alert")).toHaveTextContent(message);
  await page.user.click(page.dialog.getByRole("button", { name: "Go back" }));
  await page.user.click(await openAction(page.user, EXTEND));
  await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveValue("The hall."));
});

it("omits money if there were no payments, and announces the last extension", async () => {
  const { dialog } = await open([], { paidTotal: 0, may: samplePermissions({ extend: { ...allowed, left: 1 } }) });
  expect(await dialog.findByText(/one last time/)).toBeVisible();
  expect(dialog.queryByText(/৳|refunded/)).not.toBeInTheDocument();
});

it("is disabled with a reason if extending is not allowed", async () => {
  const because = "No one has joined yet. Change the deadline with Edit.";
  const { user } = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [
        aMyContest({ may: samplePermissions({ extend: { ...deniedBecause(because), left: 0 } }) }),
      ]),
    ],
  });
  const item = await openAction(user, EXTEND);
  expect(item).toHaveAttribute("aria-disabled", "true");
  expect(item).toHaveAccessibleDescription(because);
});

it("shows why extending is no longer allowed", async () => {
  const because = "The deadline has passed, so it can't be extended.";
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest(joined)]),
      stub(
        getContestDetails,
        aContestDetails({ may: samplePermissions({ extend: { ...deniedBecause(because), left: 0 } }) }),
      ),
    ],
  });
  await page.user.click(await openAction(page.user, EXTEND));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(because)).toBeVisible();
  expect(dialog.queryByRole("button", { name: /^Extend and/ })).not.toBeInTheDocument();
});
