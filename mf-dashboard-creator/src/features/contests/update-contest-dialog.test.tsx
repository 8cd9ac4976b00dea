import { act, screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  samplePermissions,
  allowed,
  aMyContest,
  deniedBecause,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";
import { loadContestForm } from "./contest-form";
import { counts } from "./testing/contest-pages";

const frozen = {
  registrationPrice: "People have joined; this stays.",
  prize: "People joined for a prize of ৳25,000; this stays.",
  task: "People joined for this task; it stays.",
  tags: "People joined under this tag; it stays.",
};
const free = samplePermissions({ edit: { ...allowed, frozen: {} } });
const joined = samplePermissions({ edit: { ...allowed, frozen } });
const deadline = aMyContest().deadline;
const saved = stub(updateContest, { modifiedCount: 1, contest: aMyContest() });

async function edit(details: Partial<ContestDetails> | (() => Partial<ContestDetails>), ...answers: Stub[]) {
  const now = typeof details === "function" ? details : () => details;
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest()]),
      stub(getContestDetails, () => aContestDetails({ deadline, ...now() })),
      ...answers,
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Update Contest" }));
  return { ...page, dialog };
}

type Opened = Awaited<ReturnType<typeof edit>>;

const sent = ({ calls }: { calls: { endpoint: unknown; body: unknown }[] }) =>
  calls.filter(({ endpoint }) => endpoint === updateContest);
const send = () => screen.findByRole("button", { name: "Update Contest" });

beforeAll(loadContestForm);
beforeEach(() => sessionStorage.clear());

it("shows frozen terms read-only, each with the reason", async () => {
  const { dialog } = await edit({ may: joined });
  expect(await dialog.findByText("The terms are locked")).toBeVisible();
  for (const [label, value, because] of [
    ["Registration price", "৳200", frozen.registrationPrice],
    ["Prize", "৳25,000", frozen.prize],
    ["Task", "One A2 poster as PDF.", frozen.task],
    ["Tags", "Image Design Contests", frozen.tags],
  ] as const) {
    expect(dialog.getByLabelText(label)).toHaveValue(value);
    expect(dialog.getByLabelText(label)).toHaveAttribute("readonly");
    expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(because);
  }
  for (const label of ["Name", "Description", "Image URL", "Deadline"]) {
    expect(dialog.getByLabelText(label)).not.toHaveAttribute("readonly");
  }
});

it("freezes the name visibility that participants know about", async () => {
  const because = "People joined knowing whether judges see their names; this stays.";
  const page = await edit(
    { hidesNames: false, may: samplePermissions({ edit: { ...allowed, frozen: { ...frozen, hidesNames: because } } }) },
    saved,
  );
  const hides = await page.dialog.findByRole("checkbox", { name: "Anonymous judging" });
  expect(hides).not.toBeChecked();
  expect(hides).toBeDisabled();
  expect(hides).toHaveAccessibleDescription(because);
  await page.user.type(page.dialog.getByLabelText("Name"), " II");
  await page.user.click(await send());
  await waitFor(() => expect(sent(page)[0]?.body).toEqual({ name: "Posters for the book fair II" }));
});

it("allows changing the name visibility without participants", async () => {
  const page = await edit({ may: free }, saved);
  await page.user.click(await page.dialog.findByRole("checkbox", { name: "Anonymous judging" }));
  await page.user.click(await send());
  await waitFor(() => expect(sent(page)[0]?.body).toEqual({ hidesNames: false }));
});

it("formats a frozen deadline", async () => {
  const because = "The deadline has passed; it can no longer be moved.";
  const { dialog } = await edit({
    deadline: "2026-03-01T08:00:00.000Z",
    may: samplePermissions({ edit: { ...allowed, frozen: { deadline: because } } }),
  });
  const deadline = await dialog.findByLabelText("Deadline");
  expect(deadline).toHaveDisplayValue(/1 Mar 2026/);
  expect(deadline).toHaveAccessibleDescription(because);
});

it("neither restores nor sends drafts of terms frozen since", async () => {
  const before = await edit({ may: free });
  await before.user.clear(await before.dialog.findByLabelText("Prize"));
  await before.user.type(before.dialog.getByLabelText("Prize"), "much");
  await before.user.type(before.dialog.getByLabelText("Name"), " II");
  before.unmount();

  const page = await edit({ may: joined }, saved);
  expect(await page.dialog.findByDisplayValue("Posters for the book fair II")).toBeVisible();
  expect(page.dialog.getByLabelText("Prize")).toHaveValue("৳25,000");
  await page.user.click(await send());
  await waitFor(() => expect(sent(page)).toHaveLength(1));
  expect(sent(page)[0]?.body).toEqual({ name: "Posters for the book fair II" });
  expect(await screen.findByText("Contest updated successfully")).toBeVisible();
});

it("shows which fields were frozen by a participant, and sends the rest on retry", async () => {
  let may = free;
  const page = await edit(() => ({ may }), {
    endpoint: updateContest,
    answer: () => {
      if (may === joined) return { status: 200, data: { modifiedCount: 1, contest: aMyContest() } };
      may = joined;
      return {
        status: 409,
        data: { error: { code: "terms_frozen", message: "People have joined.", fields: { prize: frozen.prize } } },
      };
    },
  });
  await page.user.type(await page.dialog.findByLabelText("Name"), " II");
  await page.user.clear(page.dialog.getByLabelText("Prize"));
  await page.user.type(page.dialog.getByLabelText("Prize"), "9");
  await page.user.click(await send());
  expect(await page.dialog.findByText("The terms are locked")).toBeVisible();
  expect(page.dialog.getByLabelText("Prize")).toHaveValue("৳25,000");
  expect(page.dialog.getByLabelText("Prize")).toHaveAccessibleDescription(frozen.prize);
  expect(page.dialog.getByLabelText("Prize")).toBeInvalid();
  expect(page.dialog.getByRole("group", { name: "Problems with this form" })).toHaveFocus();

  await page.user.click(await send());
  await waitFor(() => expect(sent(page)).toHaveLength(2));
  expect(sent(page)[1]?.body).toEqual({ name: "Posters for the book fair II" });
  expect(await screen.findByText("Contest updated successfully")).toBeVisible();
});

it.each(["while it is open", "since its draft was begun"])(
  "does not revert a change of another user made %s",
  async (when) => {
    let description = "The first description.";
    const now = () => ({ may: free, description });
    let page = await edit(now, saved);
    await page.user.type(await page.dialog.findByLabelText("Name"), " II");
    description = "A better description.";
    if (when === "while it is open") await act(() => queryClient.invalidateQueries());
    else {
      page.unmount();
      page = await edit(now, saved);
      expect(await page.dialog.findByDisplayValue("Posters for the book fair II")).toBeVisible();
    }
    await page.user.click(await send());
    await waitFor(() => expect(sent(page)[0]?.body).toEqual({ name: "Posters for the book fair II" }));
  },
);

it("omits changes of others that were frozen since the draft began", async () => {
  let now: Partial<ContestDetails> = { may: free, prize: 25_000 };
  const before = await edit(() => now, saved);
  await before.user.type(await before.dialog.findByLabelText("Name"), " II");
  before.unmount();
  now = { may: joined, prize: 30_000 };
  const page = await edit(() => now, saved);
  expect(await page.dialog.findByDisplayValue("Posters for the book fair II")).toBeVisible();
  expect(page.dialog.getByLabelText("Prize")).toHaveValue("৳30,000");
  await page.user.click(await send());
  await waitFor(() => expect(sent(page)[0]?.body).toEqual({ name: "Posters for the book fair II" }));
});

it("shows a rejected deadline at its field and keeps the input", async () => {
  const because = "People rely on this deadline; it can only be moved to later.";
  const page = await edit(
    { may: joined },
    stubError(updateContest, 409, "terms_frozen", "The terms are locked.", { deadline: because }),
  );
  await page.user.type(await page.dialog.findByLabelText("Name"), " II");
  await page.user.click(await send());
  expect(await page.dialog.findByText(because)).toBeVisible();
  expect(page.dialog.getByLabelText("Name")).toHaveValue("Posters for the book fair II");
});

it.each([
  ["Go back", (page: Opened) => page.user.click(page.dialog.getByRole("button", { name: "Go back" }))],
  ["Escape", (page: Opened) => page.user.keyboard("{Escape}")],
])("keeps the input when closed by %s, until it is discarded", async (_, close) => {
  const page = await edit({ may: free });
  const name = await page.dialog.findByLabelText("Name");
  expect(page.dialog.queryByRole("button", { name: "Discard changes" })).not.toBeInTheDocument();
  await page.user.type(name, " II");
  await close(page);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await page.user.click(screen.getByRole("button", { name: "Edit" }));
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Posters for the book fair II"));
  await page.user.click(screen.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await page.user.click(screen.getByRole("button", { name: "Edit" }));
  expect(await screen.findByLabelText("Name")).toHaveValue("Posters for the book fair");
});

describe("a contest without participants", () => {
  const passed = "2026-03-01T08:00:00.000Z";
  const review = /sends the contest back for review/;

  it("explains while open that new terms are reviewed", async () => {
    const { dialog } = await edit({ may: free });
    expect(await dialog.findByText(review)).toBeVisible();
    expect(dialog.getByLabelText("Deadline")).toHaveAccessibleDescription(/^Entries close /);
  });

  it.each(["judging", "overdue"] as const)(
    "explains after closing that a later deadline reopens it: %s",
    async (phase) => {
      const { dialog } = await edit({ may: free, phase, participantCount: 0, deadline: passed });
      expect(await dialog.findByText("This contest closed without participants")).toBeVisible();
      expect(dialog.getByText(/^A later deadline reopens it right away\./)).toBeVisible();
      expect(dialog.queryByText(review)).not.toBeInTheDocument();
      expect(dialog.getByLabelText("Deadline")).toHaveAccessibleDescription(/^1 Mar 2026, .+ has passed\. /);
    },
  );

  it("asks for a later deadline than a passed one while in review", async () => {
    const { dialog } = await edit({ may: free, status: "pending", phase: "in_review", deadline: passed });
    expect(await dialog.findByText(/^The deadline has passed\. Set a later one/)).toBeVisible();
  });
});

it("shows why a contest can no longer be changed", async () => {
  const because = "This contest has a winner, so you can't change it.";
  const { dialog } = await edit({ may: samplePermissions({ edit: { ...deniedBecause(because), frozen: {} } }) });
  expect(await dialog.findByText(because)).toBeVisible();
  expect(dialog.queryByLabelText("Name")).not.toBeInTheDocument();
});

describe("more prizes", () => {
  const morePrizes = [{ name: "Second place", amount: 12_000 }];
  const because = "You can't change the prizes after people join.";
  const locked = samplePermissions({ edit: { ...allowed, frozen: { ...frozen, morePrizes: because } } });

  it("are shown read-only once someone joined, and left out if there are none", async () => {
    const { dialog, unmount } = await edit({ may: locked, morePrizes });
    const field = await dialog.findByLabelText("More prizes");
    expect(field).toHaveValue("Second place: ৳12,000");
    expect(field).toHaveAttribute("readonly");
    expect(field).toHaveAccessibleDescription(because);
    unmount();
    const none = await edit({ may: locked });
    await none.dialog.findByLabelText("Prize");
    expect(none.dialog.queryByText("More prizes")).not.toBeInTheDocument();
  });

  it("are sent only if changed", async () => {
    const page = await edit({ may: free, morePrizes }, saved);
    const amount = await page.dialog.findByLabelText("Amount of prize 2");
    expect(amount).toHaveValue("12000");
    await page.user.clear(amount);
    await page.user.type(amount, "15000");
    await page.user.click(await send());
    await waitFor(() => expect(sent(page)).toMatchObject([{ body: { morePrizes: "Second place\t15000" } }]));
    expect(Object.keys(sent(page)[0]!.body as object)).toEqual(["morePrizes"]);
  });
});
