import { screen, waitFor, within } from "@testing-library/react";
import { confirmPrize, listAwards, reportPrize, sendPrize, settlePrize } from "@conquest/shared/contracts/awards";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { aFile, allowed, anAward, samplePermissions, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import shared from "../../../../../shared/messages/common.bn.json";
import catalog from "../../../../messages/contests.bn.json";
import { PATH, aViewer, renderContest } from "../testing/render-contest";

const WINNER = { name: "Rafi Ahmed", photo: "", note: "", at: "2026-03-01T06:00:00.000Z", byAdmin: false };
const SENT = { on: "2026-03-03", at: "2026-03-03T06:00:00.000Z", note: "By registered post.", proof: null };
const params = { contestId: sampleId(1) };

const open = (as: "creator" | "winner" | "admin" | "other", answers: Stub[], path = PATH) =>
  renderContest(
    {
      phase: "completed",
      winner: WINNER,
      viewer: aViewer({ isOwner: as === "creator", isWinner: as === "winner" }),
      may: samplePermissions(as === "other" ? {} : { readAwards: allowed }),
    },
    as === "admin" ? { role: "admin" } : {},
    answers,
    path,
  );
const panel = async () => within(await screen.findByRole("region", { name: "Prize" }));

beforeEach(() => sessionStorage.clear());

it("is hidden from others, and requests nothing for them", async () => {
  const { calls } = open("other", []);
  await screen.findByRole("heading", { name: "Winner" });
  expect(screen.queryByRole("region", { name: "Prize" })).not.toBeInTheDocument();
  expect(calls.some(({ endpoint }) => endpoint === listAwards)).toBe(false);
});

it("lets the creator mark the prize as sent, with a proof", async () => {
  let isSent = false;
  const award = () => anAward({ ...(isSent && { state: "sent", sent: SENT }), may: { sendPrize: allowed } });
  const { user, calls } = open("creator", [
    stub(listAwards, () => [award()]),
    stub(uploadEntryFile, aFile({ name: "receipt.png" })),
    stub(sendPrize, () => {
      isSent = true;
      return award();
    }),
  ]);
  expect(await (await panel()).findByText(/^Send the prize to the winner by/)).toHaveTextContent("15 Mar 2026");
  await user.click((await panel()).getByRole("button", { name: "Mark as sent" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mark the prize as sent" }));
  const day = dialog.getByLabelText("Sent on");
  await user.clear(day);
  await user.type(day, "2026-03-03");
  await user.type(dialog.getByLabelText(/Message to the winner/), "By registered post.");
  await user.upload(dialog.getByLabelText("Add files"), new File(["x"], "receipt.png", { type: "image/png" }));
  expect(await dialog.findByText("receipt.png")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(calls.filter(({ endpoint }) => endpoint === sendPrize)).toMatchObject([
    { params, body: { place: 1, on: "2026-03-03", note: "By registered post.", proofId: aFile()._id } },
  ]);
  const after = await panel();
  expect(await after.findByText("Sent", { selector: ".cq-badge" })).toBeVisible();
  expect(after.getByRole("button", { name: "Edit details" })).toBeVisible();
});

it("shows the server's error at the day and keeps the text", async () => {
  const { user } = open("creator", [
    stub(listAwards, [anAward({ may: { sendPrize: allowed } })]),
    stubError(sendPrize, 422, "invalid", "Check the marked fields.", { on: "Choose a day that isn't in the future." }),
  ]);
  await user.click(await (await panel()).findByRole("button", { name: "Mark as sent" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/Message to the winner/), "By post.");
  await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
  expect(await dialog.findByText("Choose a day that isn't in the future.")).toBeVisible();
  expect(dialog.getByLabelText(/Message to the winner/)).toHaveValue("By post.");
});

it("lets the winner confirm the delivery", async () => {
  let isDelivered = false;
  const award = () =>
    isDelivered
      ? anAward({ state: "delivered", sent: SENT, dueAt: null, endedAt: "2026-03-05T06:00:00.000Z" })
      : anAward({ state: "sent", sent: SENT, may: { confirmPrize: allowed, reportPrize: allowed } });
  const { user, calls } = open("winner", [
    stub(listAwards, () => [award()]),
    stub(confirmPrize, () => {
      isDelivered = true;
      return award();
    }),
  ]);
  expect(await (await panel()).findByText("By registered post.")).toBeVisible();
  expect((await panel()).getByText("3 Mar 2026")).toBeVisible();
  await user.click((await panel()).getByRole("button", { name: "Confirm delivery" }));
  expect(await (await panel()).findByText("Delivered", { selector: ".cq-badge" })).toBeVisible();
  expect((await panel()).queryByRole("button")).not.toBeInTheDocument();
  expect(calls.filter(({ endpoint }) => endpoint === confirmPrize)).toMatchObject([{ params, body: { place: 1 } }]);
});

it("lets the winner report a problem, and keeps the text if that fails", async () => {
  const { user, calls } = open("winner", [
    stub(listAwards, [anAward({ state: "sent", sent: SENT, may: { reportPrize: allowed } })]),
    stubError(reportPrize, 409, "delivered", "This prize was already delivered."),
  ]);
  await user.click(await (await panel()).findByRole("button", { name: "Report a problem" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Report a problem with your prize?" }));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await dialog.findByText("This field is required")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "What went wrong?" }), "The parcel was empty.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("This prize was already delivered.");
  expect(dialog.getByRole("textbox")).toHaveValue("The parcel was empty.");
  expect(calls.filter(({ endpoint }) => endpoint === reportPrize)).toMatchObject([
    { params, body: { place: 1, text: "The parcel was empty." } },
  ]);
});

it("lets an admin return the prize with the revision that was shown", async () => {
  const { user, calls } = open("admin", [
    stub(listAwards, [
      anAward({
        state: "disputed",
        revision: 3,
        sent: SENT,
        problem: { text: "The parcel was empty.", at: "2026-03-05T06:00:00.000Z" },
        may: { settlePrize: { ...allowed, how: "return" } },
      }),
    ]),
    stub(settlePrize, anAward()),
  ]);
  expect(await (await panel()).findByText("The parcel was empty.")).toBeVisible();
  await user.click((await panel()).getByRole("button", { name: "Return to the creator" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/has 14 days to send it again/)).toBeVisible();
  await user.type(dialog.getByRole("textbox"), "Send it again.");
  await user.click(dialog.getByRole("button", { name: "Return to the creator" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(calls.filter(({ endpoint }) => endpoint === settlePrize)).toMatchObject([
    { params, body: { place: 1, revision: 3, decision: "returned", note: "Send it again." } },
  ]);
});

it("focuses its heading if an email led here", async () => {
  open("winner", [stub(listAwards, [anAward()])], `${PATH}#prize`);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Prize" })).toHaveFocus());
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog, shared]));
  afterEach(() => provideLanguage("en", []));

  it("speaks to the winner", async () => {
    open("winner", [
      stub(listAwards, [anAward({ state: "sent", sent: SENT, may: { confirmPrize: allowed, reportPrize: allowed } })]),
    ]);
    const prize = within(await screen.findByRole("region", { name: "পুরস্কার" }));
    expect(await prize.findByRole("button", { name: "প্রাপ্তি নিশ্চিত করুন" })).toBeVisible();
    expect(prize.getByRole("button", { name: "সমস্যা জানান" })).toBeVisible();
  });
});

describe("several prizes", () => {
  const second = anAward({ place: 2, prizeName: "Second place", prize: 12_000, winner: { name: "Tania Das" } });

  it("are named with their winners for the creator, and sent one by one", async () => {
    const { user, calls } = open("creator", [
      stub(listAwards, [
        anAward({ may: { sendPrize: allowed } }),
        { ...second, may: { ...second.may, sendPrize: allowed } },
      ]),
      stub(sendPrize, second),
    ]);
    const prizes = await panel();
    expect((await prizes.findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent)).toEqual([
      "First prize: Rafi Ahmed",
      "Second place: Tania Das",
    ]);
    await user.click(prizes.getAllByRole("button", { name: "Mark as sent" })[1]!);
    const dialog = within(await screen.findByRole("dialog", { name: "Mark the prize as sent" }));
    await user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === sendPrize)).toMatchObject([{ body: { place: 2 } }]),
    );
  });

  it("let the winner of a further prize confirm theirs", async () => {
    const { user, calls } = renderContest(
      {
        phase: "completed",
        winner: WINNER,
        morePrizes: [{ name: "Second place", amount: 12_000 }],
        placements: [
          { place: 2, prizeName: "Second place", prize: 12_000, name: "Tania Das", photo: "", isViewer: true },
        ],
        viewer: aViewer(),
        may: samplePermissions({ readAwards: allowed }),
      },
      {},
      [
        stub(listAwards, [{ ...second, state: "sent" as const, may: { ...second.may, confirmPrize: allowed } }]),
        stub(confirmPrize, second),
      ],
    );
    const prizes = await panel();
    expect(await prizes.findByRole("heading", { level: 3, name: "Second place" })).toBeVisible();
    expect(screen.getByText(/^You won/)).toHaveTextContent("You won “Second place”");
    await user.click(prizes.getByRole("button", { name: "Confirm delivery" }));
    await waitFor(() =>
      expect(calls.filter(({ endpoint }) => endpoint === confirmPrize)).toMatchObject([{ body: { place: 2 } }]),
    );
  });
});
