import { screen } from "@testing-library/react";
import { getMyEntry, submitEntry, type LateEntry } from "@conquest/shared/contracts/entries";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { samplePermissions, allowed, anEntry, deniedBecause } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import catalog from "../../../../messages/contests.bn.json";
import { aViewer, CLOSED, renderContest } from "../testing/render-contest";

const deadline = "2026-03-02T08:00:00.000Z";
const arrivedAt = "2026-03-02T08:00:03.000Z";
const late: LateEntry = { text: "Almost in time", link: "https://example.com/poster", arrivedAt, deadline };
const shown = (iso: string) => formatDateTime(iso).replace(/\d\d:\d\d/, (time) => `${time}:${iso.slice(17, 19)}`);
const WORDS = `The deadline was ${shown(deadline)}. Your entry arrived ${shown(arrivedAt)}.`;

const openContest = { viewer: aViewer({ hasJoined: true }), may: samplePermissions({ submit: allowed }) };
const closedContest = {
  viewer: aViewer({ hasJoined: true }),
  may: samplePermissions({ submit: deniedBecause(CLOSED) }),
  phase: "judging",
} as const;
beforeEach(() => sessionStorage.clear());

it("shows deadline and arrival in the reader's zone, and keeps the typed text", async () => {
  let storedLate: LateEntry | null = null;
  const refusal = {
    endpoint: submitEntry,
    answer: () => (
      (storedLate = late),
      { status: 409, data: { error: { code: "contest_closed", message: "In UTC.", late: { deadline, arrivedAt } } } }
    ),
  };
  const { user } = renderContest(openContest, {}, [
    stub(getMyEntry, () => ({ entry: null, late: storedLate })),
    refusal,
  ]);
  // The first test of a file loads the page's code, which is slow on a busy machine.
  await user.type(await screen.findByLabelText("Text", {}, { timeout: 30_000 }), "Almost in time");
  await user.click(screen.getByRole("button", { name: "Submit entry" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Late, not counted");
  expect(alert).toHaveTextContent(WORDS);
  expect(alert).toHaveTextContent(/(UTC|GMT[+-]\d)/);
  expect(screen.getByLabelText("Text")).toHaveValue("Almost in time");
  expect(await screen.findByText(`${WORDS} Only you can see this text.`)).toBeVisible();
});

it("shows the server's message if it sends no times", async () => {
  const { user } = renderContest(openContest, {}, [
    stub(getMyEntry, { entry: null }),
    stubError(submitEntry, 409, "contest_closed", CLOSED),
  ]);
  await user.type(await screen.findByLabelText("Text"), "Almost in time");
  await user.click(screen.getByRole("button", { name: "Submit entry" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(CLOSED);
});

it("shows the late text next to the entry that counts", async () => {
  renderContest(closedContest, {}, [stub(getMyEntry, { entry: anEntry({ text: "In time" }), late })]);
  expect(await screen.findByText("Late, not counted")).toBeVisible();
  expect(screen.getByText("In time")).toBeVisible();
  expect(screen.getByText("Almost in time")).toBeVisible();
  expect(screen.getByRole("link", { name: late.link })).toHaveAttribute("rel", "nofollow ugc noopener");
});

it("shows when an entry was withdrawn after joining again", async () => {
  renderContest(openContest, {}, [stub(getMyEntry, { entry: null, withdrawnAt: arrivedAt })]);
  expect(await screen.findByText(`You withdrew your entry on ${formatDateTime(arrivedAt)}.`)).toBeVisible();
});

describe("in Bangla", () => {
  inBangla(catalog);

  it("shows the seconds of deadline and arrival", async () => {
    renderContest(closedContest, {}, [stub(getMyEntry, { entry: anEntry({ text: "In time" }), late })]);
    expect(await screen.findByText("দেরিতে এসেছে, গণ্য হয়নি")).toBeVisible();
    expect(screen.getByText(/^শেষ সময় ছিল ২ মার্চ ২০২৬, [০-৯]{2}:০০:০০ .*পৌঁছেছে .*:০০:০৩/)).toBeVisible();
  });
});
