import { groupDigits, isVisaNumber, slashExpiry } from "./payment-card";
import { paymentForm } from "./payment-check";

const good = { card_number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123", cardholder_name: "Rafi Ahmed" };
const problem = (field: keyof typeof good, value: string) =>
  paymentForm.safeParse({ ...good, [field]: value }).error?.issues.find(({ path }) => path[0] === field)?.message;

beforeEach(() => jest.useFakeTimers({ now: new Date(2026, 2, 31, 23, 59) }));
afterEach(() => jest.useRealTimers());

it.each(["4242424242424242", "৪২৪২ ৪২৪২ ৪২৪২ ৪২৪২", "4242 4242 4242 4242", " 42424242 42424242 "])(
  "accepts the test card written as %j",
  (typed) => expect(problem("card_number", typed)).toBeUndefined(),
);

it.each(["4111111111111111", "424242424242424", "42424242424242420", "card"])("rejects other cards: %j", (typed) =>
  expect(problem("card_number", typed)).toBe("Invalid card number"),
);

it.each(Object.keys(good) as (keyof typeof good)[])("requires %s", (field) =>
  expect(problem(field, "  ")).toBe("This field is required"),
);

it("accepts an expiry date until the end of its month", () => {
  expect(problem("expiry", "03/26")).toBeUndefined();
  expect(problem("expiry", "02/26")).toBe("Check the expiry date. This card may have expired.");
});

it.each(["13/27", "00/27", "1/27", "12-27", "12/2027"])("requires an expiry date as MM/YY, not %j", (typed) =>
  expect(problem("expiry", typed)).toBe("Enter the expiry date as MM/YY"),
);

it("accepts Bangla digits for date and code", () => {
  expect([problem("expiry", "১২/৪০"), problem("cvc", "১২৩")]).toEqual([undefined, undefined]);
});

it("rejects an expiry date decades away", () =>
  expect(problem("expiry", "01/99")).toBe("Check the expiry date. This card may have expired."));

it.each(["12", "12345", "abc"])("requires a CVC of three or four digits, not %j", (typed) =>
  expect(problem("cvc", typed)).toBe("Enter the 3- or 4-digit CVC"),
);

it("formats numbers while typing", () => {
  expect(groupDigits("42424242424")).toBe("4242 4242 424");
  expect(groupDigits("4242 ")).toBe("4242");
  expect(groupDigits("৪২৪২৪২")).toBe("4242 42");
  expect(slashExpiry("12")).toBe("12");
  expect(slashExpiry("1227")).toBe("12/27");
  expect(slashExpiry("12/")).toBe("12");
  expect(slashExpiry("১২২৭")).toBe("12/27");
});

it("recognizes Visa by the first digit, in Latin or Bangla digits", () => {
  expect(["4", " 4242", "৪২", "5", ""].map(isVisaNumber)).toEqual([true, true, true, false, false]);
});
