import { screen, within } from "@testing-library/react";
import { listBriefChanges } from "@conquest/shared/contracts/brief-changes";
import { stub, stubError } from "@conquest/shared/testing/stubs";
import { renderContest } from "../testing/render-contest";

const NAME = "Changes since publication";
const requested = ({ calls }: ReturnType<typeof renderContest>) =>
  calls.filter(({ endpoint }) => endpoint === listBriefChanges).length;

it("shows removed and added words once the list is opened", async () => {
  const page = renderContest({ briefChanged: true }, {}, [
    stub(listBriefChanges, {
      changes: [
        {
          at: "2026-03-02T08:00:00.000Z",
          description: [
            { kind: "same", text: "Draw a " },
            { kind: "removed", text: "river" },
            { kind: "added", text: "lake" },
          ],
        },
      ],
      hasMore: true,
    }),
  ]);
  const toggle = await screen.findByRole("button", { name: NAME });
  expect(requested(page)).toBe(0);
  await page.user.click(toggle);
  const list = await screen.findByRole("list", { name: NAME });
  expect(within(list).getByText("river").tagName).toBe("DEL");
  expect(within(list).getByText("lake").tagName).toBe("INS");
  expect(within(list).queryByRole("heading", { name: "Task" })).not.toBeInTheDocument();
  expect(screen.getByText("Only the last 1 changes are shown.")).toBeVisible();
  await page.user.click(toggle);
  expect(list).not.toBeInTheDocument();
});

it("is not offered for texts that have not changed", async () => {
  renderContest({});
  await screen.findByRole("heading", { level: 2, name: "Brief" });
  expect(screen.queryByRole("button", { name: NAME })).not.toBeInTheDocument();
});

it("says when the list cannot be loaded", async () => {
  const page = renderContest({ briefChanged: true }, {}, [stubError(listBriefChanges, 500, "failed", "It failed.")]);
  await page.user.click(await screen.findByRole("button", { name: NAME }));
  expect(await screen.findByRole("button", { name: /Retry|Try again/ })).toBeVisible();
});
