import { entryRating } from "./ratings";

it("accepts ratings from 1 to 5 with at most one decimal", () => {
  for (let tenths = 10; tenths <= 50; tenths += 1)
    expect(entryRating.safeParse({ rating: tenths / 10, word: "" }).success).toBe(true);
  for (const rating of [0.9, 5.1, 4.35, 1.05]) expect(entryRating.safeParse({ rating, word: "" }).success).toBe(false);
});
