import { screen, waitFor, within } from "@testing-library/react";
import { listAwardsToSettle, settlePrize } from "@conquest/shared/contracts/awards";
import { renderAt } from "@conquest/shared/testing/render-at";
import { allowed, anAdminAward, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const open = (...answers: Stub[]) =>
  renderAt("/dashboard/prizes", AdminRoutes, { session: { role: "admin" }, answers });
const card = async () => within(await screen.findByRole("article"));

beforeEach(() => sessionStorage.clear());

it("marks a disputed prize as delivered, without a reason", async () => {
  let isOpen = true;
  const { user, calls } = open(
    stub(listAwardsToSettle, () => (isOpen ? [anAdminAward({ revision: 3 })] : [])),
    stub(settlePrize, () => {
      isOpen = false;
      return anAdminAward({ state: "delivered" });
    }),
  );
  const prize = await card();
  expect(prize.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}#prize`,
  );
  for (const text of ["The parcel was empty.", "By registered post.", "Nadia Rahman", "Rafi Ahmed"])
    expect(prize.getByText(text)).toBeVisible();
  await user.click(prize.getByRole("button", { name: "Mark as delivered" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Mark as delivered" }));
  expect(await screen.findByText("No prizes to decide about")).toBeVisible();
  expect(calls.filter(({ endpoint }) => endpoint === settlePrize)).toMatchObject([
    { params: { contestId: sampleId(1) }, body: { revision: 3, decision: "delivered", note: "" } },
  ]);
});

it("closes a prize whose creator is gone, only with a reason", async () => {
  const { user, calls } = open(
    stub(listAwardsToSettle, [anAdminAward({ may: { settlePrize: { ...allowed, how: "close" } } })]),
    stub(settlePrize, anAdminAward()),
  );
  await user.click((await card()).getByRole("button", { name: "Close as not delivered" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Close as not delivered" }));
  expect(await dialog.findByText("This field is required")).toBeVisible();
  await user.type(dialog.getByRole("textbox"), "Its creator left.");
  await user.click(dialog.getByRole("button", { name: "Close as not delivered" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(calls.filter(({ endpoint }) => endpoint === settlePrize)).toMatchObject([{ body: { decision: "closed" } }]);
});

it("says if the creator or the winner was faster", async () => {
  const because = "The creator or the winner changed something after you opened this. Check it again.";
  const { user } = open(
    stub(listAwardsToSettle, [anAdminAward()]),
    stubError(settlePrize, 409, "changed_elsewhere", because),
  );
  await user.click((await card()).getByRole("button", { name: "Return to the creator" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByRole("textbox"), "Send it again.");
  await user.click(dialog.getByRole("button", { name: "Return to the creator" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent(because);
});
