import { screen } from "@testing-library/react";
import { followContest, listFollowedContests } from "@conquest/shared/contracts/participation";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (...answers: Stub[]) => renderAt("/dashboard/followed_contests", UserRoutes, { session: {}, answers });

it("lists followed contests with links", async () => {
  const page = open(stub(listFollowedContests, [aContest({ name: "Posters" })]));
  expect(await screen.findByRole("heading", { level: 2, name: "Posters" })).toBeVisible();
  expect(screen.getByRole("link", { name: /Details/ })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("1 contest");
  expect(screen.getByText(/entry fee equals the prize/)).toBeVisible();
});

it("explains how to follow a contest if there are none", async () => {
  open(stub(listFollowedContests, []));
  expect(await screen.findByText("No followed contests yet")).toBeVisible();
  expect(screen.queryByText(/entry fee equals the prize/)).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Find a contest" })).toHaveAttribute("href", "/all_contests?phase=open");
});

it("shows an error with a retry button", async () => {
  open(stubError(listFollowedContests, 500, "unexpected", "Something went wrong here."));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

describe("unfollowing a contest", () => {
  const [posters, poems] = [aContest({ name: "Posters" }), aContest({ _id: sampleId(2), name: "Poems" })];

  function followStubs(...initial: (typeof posters)[]) {
    let followed = initial;
    return [
      stub(listFollowedContests, () => followed),
      stub(followContest, ({ params, body }) => {
        followed = initial.filter(({ _id }) =>
          _id === params.contestId ? body.isFollowing : followed.some((each) => each._id === _id),
        );
        return { isFollowing: body.isFollowing };
      }),
    ];
  }

  it("keeps the card with a focused button to follow again", async () => {
    const { user, calls, container } = open(...followStubs(posters, poems));
    await user.click(await screen.findByRole("button", { name: "Unfollow Posters" }));
    expect(await screen.findByText("Unfollowed. No more reminders.")).toBeVisible();
    const followAgain = await screen.findByRole("button", { name: "Follow again Posters" });
    expect(followAgain).toHaveFocus();
    expect(screen.getByRole("button", { name: "Unfollow Poems" })).toBeVisible();
    expect(container.querySelector(".cq-count")).toHaveTextContent("1 contest");
    expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
    await user.click(followAgain);
    expect(await screen.findByText("Following again.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Unfollow Posters" })).toHaveFocus();
    expect(screen.getByText("Showing 2 of 2")).toBeVisible();
    expect(
      calls.flatMap(({ endpoint, params, body }) => (endpoint === followContest ? [{ params, body }] : [])),
    ).toEqual([
      { params: { contestId: posters._id }, body: { isFollowing: false } },
      { params: { contestId: posters._id }, body: { isFollowing: true } },
    ]);
  });

  it("shows an empty list on the next visit", async () => {
    const answers = followStubs(posters);
    const first = open(...answers);
    await first.user.click(await screen.findByRole("button", { name: "Unfollow Posters" }));
    await screen.findByRole("button", { name: "Follow again Posters" });
    first.unmount();
    open(...answers);
    expect(await screen.findByText("No followed contests yet")).toBeVisible();
  });

  it("shows why it failed", async () => {
    const { user } = open(
      stub(listFollowedContests, [posters]),
      stubError(followContest, 500, "failed", "Something went wrong on our side."),
    );
    await user.click(await screen.findByRole("button", { name: "Unfollow Posters" }));
    expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Unfollow Posters" })).toBeVisible();
  });
});
