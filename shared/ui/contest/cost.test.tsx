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

it("says where the entry fee is charged that payments are simulated, and nothing of the prize", () => {
  provideConfig(aSiteConfig({ joinAmount: "registrationPrice" }));
  const { container } = render(<CostNote />);
  expect(container).toHaveTextContent(/^Payments on this site are simulated\.$/);
});
