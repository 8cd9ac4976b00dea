import { screen, waitFor, within } from "@testing-library/react";
import {
  answerInvitation,
  listJudgingInvitations,
  stepDown,
  type JudgingInvitation,
} from "@conquest/shared/contracts/judging/judges";
import { createSession } from "@conquest/shared/contracts/session";
import { getUser } from "@conquest/shared/contracts/users";
import type { Credentials } from "@conquest/shared/singletons/identity";
import { session } from "@conquest/shared/singletons/session-store";
import { fakeCredentials } from "@conquest/shared/testing/fake-credentials";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aJudgingInvitation, allowed, aUser, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";

const open = (...answers: Stub[]) =>
  renderAt("/dashboard/judging", CreatorRoutes, { session: { role: "user" }, answers });
beforeEach(() => localStorage.clear());

const denied = deniedBecause("Not now.");
const provideCredentials = (credentials: Partial<Credentials>) =>
  void jest.spyOn(session, "credentials").mockResolvedValue(fakeCredentials(credentials));
const { contest } = aJudgingInvitation();
const judged = (overrides: Partial<JudgingInvitation> = {}) =>
  aJudgingInvitation({
    state: "accepted",
    contest: { ...contest, phase: "judging", entryCount: 4 },
    ratedCount: 1,
    may: { accept: denied, decline: denied, stepDown: allowed, judge: allowed },
    ...overrides,
  });
const card = async () => within(await screen.findByRole("article", { name: "Posters for the book fair" }));

it("explains an invitation and accepts it", async () => {
  let invitation = aJudgingInvitation();
  const page = open(
    stub(listJudgingInvitations, () => [invitation]),
    stub(
      answerInvitation,
      ({ body }) =>
        (invitation = aJudgingInvitation({
          state: body.accepts ? "accepted" : "declined",
          may: {
            accept: denied,
            decline: denied,
            stepDown: allowed,
            judge: deniedBecause("You can read the entries after the deadline."),
          },
        })),
    ),
  );
  const own = await card();
  expect(own.getByText(/Your name appears on the contest page/)).toBeVisible();
  expect(own.getByText(/You won't see participants' names/)).toBeVisible();
  expect(own.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
  expect(own.queryByRole("link", { name: /entries/ })).toBeNull();
  await page.user.click(own.getByRole("button", { name: "Accept" }));
  expect(await own.findByText("You can read the entries after the deadline.")).toBeVisible();
  expect(own.getByRole("button", { name: "Step down" })).toBeVisible();
  expect(own.queryByRole("button", { name: "Accept" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Judging" })).toHaveFocus());
  expect(page.calls.find(({ endpoint }) => endpoint === answerInvitation)).toMatchObject({ body: { accepts: true } });
});

it("declines an invitation and can accept it later", async () => {
  let invitation = aJudgingInvitation();
  const page = open(
    stub(listJudgingInvitations, () => [invitation]),
    stub(
      answerInvitation,
      () =>
        (invitation = aJudgingInvitation({
          state: "declined",
          may: { accept: allowed, decline: denied, stepDown: denied, judge: denied },
        })),
    ),
  );
  await page.user.click((await card()).getByRole("button", { name: "Decline" }));
  expect(await (await card()).findByRole("button", { name: "Accept after all" })).toBeVisible();
});

it("shows why an invitation cannot be accepted", async () => {
  const because = "You joined this contest, so you can't judge it.";
  open(
    stub(listJudgingInvitations, [
      aJudgingInvitation({
        may: { accept: deniedBecause(because), decline: allowed, stepDown: denied, judge: denied },
      }),
    ]),
  );
  expect(await (await card()).findByText(because)).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Accept" })).toBeNull();
});

it.each(["invited", "declined"] as const)("sends a verification link for an invitation: %s", async (state) => {
  const because = "Verify your email to accept this invitation.";
  const sendVerification = jest.fn(() => Promise.resolve());
  provideCredentials({ sendVerification });
  const page = open(
    stub(listJudgingInvitations, [
      aJudgingInvitation({
        state,
        needsProof: true,
        may: {
          accept: deniedBecause(because),
          decline: state === "invited" ? allowed : denied,
          stepDown: denied,
          judge: denied,
        },
      }),
    ]),
  );
  expect((await card()).getByText(because)).toBeVisible();
  const buttons = (await card()).queryAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons).toEqual(["Send me a verification link", ...(state === "invited" ? ["Decline"] : [])]);
  await page.user.click((await card()).getByRole("button", { name: "Send me a verification link" }));
  expect(await (await card()).findByText(/We sent a link to rafi@example.com/)).toBeVisible();
  expect(sendVerification).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("heading", { name: "Judging" })).toBeVisible();
});

it("offers to accept once the email is verified", async () => {
  let isVerified = false;
  provideCredentials({ verifiedToken: () => Promise.resolve("verified token") });
  const page = open(
    stub(listJudgingInvitations, () => [
      isVerified
        ? aJudgingInvitation()
        : aJudgingInvitation({
            needsProof: true,
            may: { accept: deniedBecause("Not yet."), decline: allowed, stepDown: denied, judge: denied },
          }),
    ]),
    stub(createSession, () => {
      isVerified = true;
      return { success: true as const };
    }),
    stub(getUser, aUser({ isEmailVerified: true })),
  );
  await page.user.click((await card()).getByRole("button", { name: "Send me a verification link" }));
  expect(await (await card()).findByRole("button", { name: "Accept" })).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Send me a verification link" })).toBeNull();
});

it("keeps an invitation if answering failed", async () => {
  const page = open(
    stub(listJudgingInvitations, [aJudgingInvitation()]),
    stubError(answerInvitation, 409, "ended", "This invitation is over."),
  );
  await page.user.click((await card()).getByRole("button", { name: "Accept" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This invitation is over.");
});

it("links to the entries to rate", async () => {
  open(stub(listJudgingInvitations, [judged()]));
  expect((await card()).getByRole("link", { name: "Rate the entries" })).toHaveAttribute(
    "href",
    `/dashboard/judging/${sampleId(1)}`,
  );
  expect((await card()).getByText("1 of 4 entries rated")).toBeVisible();
});

it("steps down after confirmation", async () => {
  let left = [judged()];
  const page = open(
    stub(listJudgingInvitations, () => left),
    stub(stepDown, () => ((left = []), { modifiedCount: 1 })),
  );
  await page.user.click((await card()).getByRole("button", { name: "Step down" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/Your ratings of 1 entry and your feedback will be permanently deleted/)).toBeVisible();
  await page.user.click(dialog.getByRole("button", { name: "Step down" }));
  expect(await screen.findByText("No contests to judge")).toBeVisible();
});

it("shows a skeleton while loading", () => {
  open(stubPending(listJudgingInvitations));
  expect(screen.getByText("Loading contests to judge")).toBeInTheDocument();
});

it("offers a retry if loading fails", async () => {
  open(stubError(listJudgingInvitations, 500, "failed", "Something went wrong on our side."));
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
});
