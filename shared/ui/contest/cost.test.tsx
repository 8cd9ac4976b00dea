import { render, screen } from "@testing-library/react";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";

const SENTENCE = "On this site taking part costs as much as the prize is worth, and payments are simulated.";

it("calls nothing Free, and everything else by its amount", () => {
  expect([0, 1, 125_000].map(formatCost)).toEqual(["Free", "৳1", "৳1,25,000"]);
});

it.each([undefined, "prize"] as const)("says that joining costs the prize where it does: %s", (joinAmount) => {
  provideConfig(aSiteConfig(joinAmount && { joinAmount }));
  render(<CostNote />);
  expect(screen.getByText(SENTENCE)).toBeVisible();
});

it("says nothing of it where the entry fee is charged", () => {
  provideConfig(aSiteConfig({ joinAmount: "registrationPrice" }));
  render(<CostNote />);
  expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument();
});
