import { screen } from "@testing-library/react";
import { enterJoinCode } from "@conquest/shared/contracts/contest-access";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

it("fills in the code of the link, and opens the contest", async () => {
  const { user, calls } = renderAt("/join#7KQ2-M9X4-PABC", PublicRoutes, {
    session: { role: "user" },
    answers: [
      stub(enterJoinCode, { contestId: sampleId(1) }),
      stub(getContestDetails, aContestDetails({ name: "Class 8 science", visibility: "private" })),
    ],
  });
  expect(await screen.findByLabelText("Join code")).toHaveValue("7KQ2-M9X4-PABC");
  await user.click(screen.getByRole("button", { name: "Open contest" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Class 8 science" })).toBeVisible();
  expect(screen.getByText("Private")).toBeVisible();
  expect(calls.filter(({ endpoint }) => endpoint === enterJoinCode).map(({ body }) => body)).toEqual([
    { code: "7KQ2-M9X4-PABC" },
  ]);
});

it("shows why a code opens nothing and keeps it", async () => {
  const message = "This code doesn't open a contest. Check it, or ask the creator for a new one.";
  const { user } = renderAt("/join", PublicRoutes, {
    session: { role: "user" },
    answers: [stubError(enterJoinCode, 404, "not_found", message)],
  });
  await user.type(await screen.findByLabelText("Join code"), "7kq2m9x4pabd");
  await user.click(screen.getByRole("button", { name: "Open contest" }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Join code")).toHaveValue("7kq2m9x4pabd");
});

it("is offered where a contest is not found", async () => {
  renderAt(`/contest-details/${sampleId(1)}`, PublicRoutes, {
    session: { role: "user" },
    answers: [stubError(getContestDetails, 404, "not_found", "We couldn't find that contest.")],
  });
  expect(await screen.findByRole("link", { name: "Enter it" })).toHaveAttribute("href", "/join");
});

it("asks visitors to log in, without putting the code into the address", async () => {
  renderAt("/join#7KQ2-M9X4-PABC", PublicRoutes);
  expect(await screen.findByRole("link", { name: "log in" })).toHaveAttribute("href", "/login");
  expect(screen.getByRole("link", { name: "register" })).toHaveAttribute("href", "/register");
  expect(screen.queryByLabelText("Join code")).not.toBeInTheDocument();
});
