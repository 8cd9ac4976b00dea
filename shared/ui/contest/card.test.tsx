import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aContest, aSiteConfig } from "@conquest/shared/testing/samples";
import { ContestCard } from "@conquest/shared/ui/contest/card";

beforeEach(() => void provideConfig(aSiteConfig()));

it("shows a contest and links to its details once", () => {
  const contest = aContest({
    name: "Tea",
    description: "d".repeat(90),
    prize: 100000,
    amountDue: 500,
    participantCount: 12,
  });
  render(<ContestCard contest={contest} />, { wrapper: MemoryRouter });
  expect(screen.getByRole("article", { name: "Tea" })).toBeVisible();
  expect(screen.getByText(`${"d".repeat(80)}…`)).toBeVisible();
  expect(screen.getByText("৳1,00,000")).toBeVisible();
  expect(screen.getByText("Entry fee").nextElementSibling).toHaveTextContent("৳500");
  expect(screen.getByText("12 participants")).toBeVisible();
  const link = screen.getByRole("link", { name: "Details" });
  expect(link).toHaveAttribute("href", `/contest-details/${contest._id}`);
  expect(link).toHaveAccessibleDescription("Tea");
});

it("sets the direction of user text only", () => {
  render(<ContestCard contest={aContest({ name: "ملصق النهر", description: "ارسم 3 ألوان." })} />, {
    wrapper: MemoryRouter,
  });
  for (const text of ["ملصق النهر", "ارسم 3 ألوان."]) expect(screen.getByText(text)).toHaveAttribute("dir", "auto");
  for (const text of ["Entry fee", "Details"]) expect(screen.getByText(text).closest("[dir]")).toBeNull();
});

it("says which texts are in Bangla", () => {
  render(<ContestCard contest={aContest({ name: "নদীর পোস্টার", description: "Draw a river." })} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByText("নদীর পোস্টার")).toHaveAttribute("lang", "bn");
  expect(screen.getByText("Draw a river.")).not.toHaveAttribute("lang");
});

it("marks a contest without cost as free", () => {
  render(<ContestCard contest={aContest({ amountDue: 0 })} />, { wrapper: MemoryRouter });
  expect(screen.getByText("Entry fee").nextElementSibling).toHaveTextContent("Free");
});

it.each([
  ["overdue", 0, "No participants"],
  ["overdue", 1, "Winner overdue"],
  ["open", 0, "Open"],
] as const)("has the same badge as the contest's page: %s with %i participants", (phase, participantCount, badge) => {
  render(<ContestCard contest={aContest({ phase, participantCount })} />, { wrapper: MemoryRouter });
  expect(screen.getByText(badge)).toBeVisible();
});

it.each([
  ["open", "Closes"],
  ["judging", "Closed"],
  ["completed", "Closed"],
  ["cancelled", null],
] as const)("shows when a contest that is %s closes or closed: %s", (phase, word) => {
  render(<ContestCard contest={aContest({ phase })} />, { wrapper: MemoryRouter });
  expect(screen.queryByText(/^Closes$|^Closed$/)?.textContent ?? null).toBe(word);
});

const HOUR = 3600_000;

it.each([
  ["is highlighted within two days of an open contest's deadline", 47 * HOUR, "open", true],
  ["is not highlighted earlier", 49 * HOUR, "open", false],
  ["is not highlighted once it has passed", -HOUR, "judging", false],
] as const)("a deadline %s", (_, ahead, phase, isSoon) => {
  const deadline = new Date(Date.now() + ahead).toISOString();
  render(<ContestCard contest={aContest({ deadline, phase })} />, { wrapper: MemoryRouter });
  expect(screen.getByText(/^in \d+|ago$/).className.includes("cq-soon")).toBe(isSoon);
});

it.each([
  [0, "2 participants", "Full"],
  [1, "2 participants · 1 spot left", "Open"],
  [3, "2 participants · 3 spots left", "Open"],
  [undefined, "2 participants", "Open"],
])("shows how many spots are left: %s", (spotsLeft, count, badge) => {
  const contest = {
    ...aContest({ participantCount: 2, phase: "open" }),
    ...(spotsLeft !== undefined && { spotsLeft }),
  };
  render(<ContestCard contest={contest} />, { wrapper: MemoryRouter });
  expect(screen.getByText(count)).toBeVisible();
  expect(screen.getByText(badge)).toBeVisible();
});
