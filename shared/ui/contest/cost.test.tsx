import { render, screen } from "@testing-library/react";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aSiteConfig } from "@conquest/shared/testing/samples";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";

const SENTENCE = "On this site the entry fee equals the prize in every contest. Payments and prizes are simulated.";

it("formats zero as Free and other amounts as taka", () => {
  expect([0, 1, 125_000].map(formatCost)).toEqual(["Free", "৳1", "৳1,25,000"]);
});

it.each([undefined, "prize"] as const)("says that joining costs the prize: %s", (joinAmount) => {
  provideConfig(aSiteConfig(joinAmount && { joinAmount }));
  render(<CostNote />);
  expect(screen.getByText(SENTENCE)).toBeVisible();
});

it("only says that money is simulated if the entry fee is charged", () => {
  provideConfig(aSiteConfig({ joinAmount: "registrationPrice" }));
  const { container } = render(<CostNote />);
  expect(container).toHaveTextContent(/^Payments and prizes are simulated\.$/);
});
