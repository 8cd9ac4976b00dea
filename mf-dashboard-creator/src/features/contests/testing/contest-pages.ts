import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { countMyContests } from "@conquest/shared/contracts/publishing";
import { stub } from "@conquest/shared/testing/stubs";

export const counts = stub(countMyContests, { drafts: 2, review: 1, open: 3, judging: 0, done: 4 });

/** Opens the menu of the only contest and returns an action. */
export async function openAction(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: /^More actions/ }));
  return screen.getByRole("menuitem", { name });
}

export const openStep = (user: UserEvent, name: RegExp) =>
  user.click(within(screen.getByRole("navigation", { name: "Steps" })).getByRole("button", { name }));

export async function submitContest(user: UserEvent): Promise<void> {
  await openStep(user, /Check and submit/);
  await user.click(screen.getByRole("button", { name: "Add Contest" }));
}
