import { amountDue } from "./amount-due";

const contest = { prize: 50_000, registrationPrice: 200 };

it("is the prize, as the specification says", () => {
  expect(amountDue(contest, "prize")).toBe(50_000);
});

it("is the entry fee on a site that charges the entry fee", () => {
  expect(amountDue(contest, "registrationPrice")).toBe(200);
});
