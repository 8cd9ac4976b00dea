import { contestFacts } from "./contest-facts";

const OPEN = { prize: 9000, deadline: "2026-11-15T12:00:00.000Z", phase: "open" } as const;

it.each([
  ["of an open contest", { ...OPEN, amountDue: 200 }, "Prize ৳9,000 · ৳200 to join · Closes 15 Nov 2026, 12:00 UTC"],
  ["of a free one", { ...OPEN, amountDue: 0 }, "Prize ৳9,000 · Free to join · Closes 15 Nov 2026, 12:00 UTC"],
  ["without a cost", OPEN, "Prize ৳9,000 · Closes 15 Nov 2026, 12:00 UTC"],
  ["without a prize", { ...OPEN, prize: 0, amountDue: 0 }, "Free to join · Closes 15 Nov 2026, 12:00 UTC"],
  [
    "of a closed contest",
    { ...OPEN, amountDue: 200, phase: "judging" as const },
    "Prize ৳9,000 · Closed 15 Nov 2026, 12:00 UTC",
  ],
])("names the facts %s", (_, facts, expected) => {
  expect(contestFacts(facts, "en")).toBe(expected);
});

it("is in Bangla", () => {
  expect(contestFacts({ ...OPEN, amountDue: 200 }, "bn")).toMatch(
    /^পুরস্কার ৳৯,০০০ · যোগ দিতে ৳২০০ · শেষ সময় ১৫ নভেম্বর ২০২৬/,
  );
  expect(contestFacts({ ...OPEN, phase: "completed" }, "bn")).toMatch(/^পুরস্কার ৳৯,০০০ · শেষ হয়েছে ১৫ নভেম্বর ২০২৬/);
});
