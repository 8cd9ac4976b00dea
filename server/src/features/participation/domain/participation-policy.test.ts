import { amountDue } from "./participation-policy";

const contest = { prize: 50_000, registrationPrice: 200 };

it("charges the prize if configured", () => {
  expect(amountDue(contest, "prize")).toBe(50_000);
});

it("charges the registration price if configured", () => {
  expect(amountDue(contest, "registrationPrice")).toBe(200);
});
