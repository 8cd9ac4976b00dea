import { screen } from "@testing-library/react";
import { answerReport, getReported } from "@conquest/shared/contracts/reports";
import { renderAt } from "@conquest/shared/testing/render-at";
import { anOwnReport, deniedBecause } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const PATH = "/dashboard/reported/1";

beforeEach(() => sessionStorage.clear());

it("shows the report with its deadline and sends the response", async () => {
  let report = anOwnReport({ reasons: ["misleading", "stolen"] });
  const { user } = renderAt(PATH, UserRoutes, {
    session: {},
    answers: [
      stub(getReported, () => report),
      stub(
        answerReport,
        ({ body }) => (report = { ...report, answer: { text: body.text, at: new Date().toISOString() } }),
      ),
    ],
  });
  expect(await screen.findByText("Misleading or fraudulent")).toBeVisible();
  expect(screen.getByText("Stolen or copied work")).toBeVisible();
  expect(screen.getByText("You can respond")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Send response" }));
  expect(await screen.findByText("This field is required")).toBeVisible();
  await user.type(screen.getByRole("textbox"), "The festival pays it.");
  await user.click(screen.getByRole("button", { name: "Send response" }));
  expect(await screen.findByText("An admin will read your response")).toBeVisible();
  expect(screen.getByRole("button", { name: "Update response" })).toBeVisible();
});

it("keeps a response that was rejected because the report was decided", async () => {
  let report = anOwnReport();
  const { user } = renderAt(PATH, UserRoutes, {
    session: {},
    answers: [stub(getReported, () => report), stubError(answerReport, 409, "decided", "This was decided.")],
  });
  await user.type(await screen.findByRole("textbox"), "It is paid.");
  report = anOwnReport({
    end: { outcome: "dismissed", at: "2026-01-01T00:00:00.000Z", note: "", shownAgain: null },
    may: { answer: deniedBecause("This was decided.") },
  });
  await user.click(screen.getByRole("button", { name: "Send response" }));
  expect(await screen.findByText("Report dismissed")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("This was decided. Your text is still here.");
  expect(screen.getByRole("textbox")).toHaveValue("It is paid.");
});

it("shows the decision", async () => {
  renderAt(PATH, UserRoutes, {
    session: {},
    answers: [
      stub(
        getReported,
        anOwnReport({
          kind: "entry",
          text: "A tiger that reads.",
          isHidden: true,
          end: { outcome: "upheld", at: "2026-01-01T00:00:00.000Z", note: "It is from a book.", shownAgain: null },
          may: { answer: deniedBecause("This was decided; there is nothing left to answer.") },
        }),
      ),
    ],
  });
  expect(await screen.findByText("Your entry was taken down")).toBeVisible();
  expect(screen.getByText("It is from a book.")).toBeVisible();
  expect(screen.getByText("A tiger that reads.")).toBeVisible();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
  expect(screen.getByText(/You didn't respond/)).toBeVisible();
});

it("shows that the entry was restored, with the reason", async () => {
  const end = {
    outcome: "upheld" as const,
    at: "2026-01-01T00:00:00.000Z",
    note: "It is from a book.",
    shownAgain: { at: "2026-01-02T00:00:00.000Z", note: "It is in no book." },
  };
  renderAt(PATH, UserRoutes, {
    session: {},
    answers: [
      stub(
        getReported,
        anOwnReport({
          kind: "entry",
          text: "A tiger that reads.",
          end,
          may: { answer: deniedBecause("This was decided; there is nothing left to answer.") },
        }),
      ),
    ],
  });
  expect(await screen.findByText("Restored")).toBeVisible();
  expect(screen.getByText("It is in no book.")).toBeVisible();
  expect(screen.queryByText("Your entry was taken down")).not.toBeInTheDocument();
});

it("shows that nothing was reported", async () => {
  renderAt(PATH, UserRoutes, {
    session: {},
    answers: [stubError(getReported, 404, "not_found", "We couldn't find that report.")],
  });
  expect(await screen.findByText("We couldn't find that report")).toBeVisible();
});
