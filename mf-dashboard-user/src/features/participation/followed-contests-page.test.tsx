import { screen } from "@testing-library/react";
import { listFollowedContests } from "@conquest/shared/contracts/taking-part";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (answer: Stub) => renderAt("/dashboard/followed_contests", UserRoutes, { session: {}, answers: [answer] });

it("shows what is followed, and leads there", async () => {
  const page = open(stub(listFollowedContests, [aContest({ name: "Posters" })]));
  expect(await screen.findByRole("heading", { level: 2, name: "Posters" })).toBeVisible();
  expect(screen.getByRole("link", { name: /Details/ })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("1 contest");
});

it("says how to follow one while there is none", async () => {
  open(stub(listFollowedContests, []));
  expect(await screen.findByText("You follow no contest yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find a contest" })).toHaveAttribute("href", "/all_contests?phase=open");
});

it("says what went wrong", async () => {
  open(refuse(listFollowedContests, 500, "unexpected", "Something went wrong here."));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});
