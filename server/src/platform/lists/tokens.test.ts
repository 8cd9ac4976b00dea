import {
  hasSigns,
  isFuzzyMatchable,
  editDistanceWithin,
  wordsIn,
  numberFormatVariants,
  withoutEdgeSigns,
} from "./text-search";

describe("numbers in a search", () => {
  it.each([
    ["25000", ["25,000"]],
    ["25,000", ["25000"]],
    ["250000", ["250,000", "2,50,000"]],
    ["2,50,000", ["250000", "250,000"]],
    ["of 1,250,000 taka", ["of 1250000 taka", "of 12,50,000 taka"]],
    ["500", []],
    ["01712345678", []],
    ["1,2 and 10,20,30", []],
    ["1250,00", []],
    ["3.1415", []],
    ["1234567890123", []],
  ])("have other formats: %s", (typed, otherwise) => {
    expect(numberFormatVariants(typed)).toEqual(otherwise.map((whole) => ({ whole })));
  });

  it("are words, and never fuzzy", () => {
    expect(wordsIn("a poster, 2,50,000 taka (10,20)")).toEqual(["a", "poster", "2,50,000", "taka", "10", "20"]);
    expect(["2,50,000", "25000", "५०००", "ab", "c25", "poster"].filter(isFuzzyMatchable)).toEqual(["c25", "poster"]);
    expect([hasSigns("poster 25,000"), hasSigns("poster, 25")]).toEqual([false, true]);
  });
});

describe("words without signs at their edges", () => {
  it.each([
    ["#logo", "logo"],
    ["@logo!?", "logo"],
    ['"logo", (poster);', "logo poster"],
    ["“logo” ‘poster’", "logo poster"],
    ["নদীর।", "নদীর"],
    ["... logo - [poster]: <one>", "logo poster one"],
    ["anna's 2,500.", "anna's 2,500"],
    ["rafi@example.com,", "rafi@example.com"],
    ["“100%”", "100%"],
  ])("are found: %s", (typed, bare) => {
    expect(withoutEdgeSigns(typed)).toBe(bare);
  });

  it.each(["logo", "a logo", "river/bank", "1*", "100_ paper", "paper?kites", "c++", "#1", "?!", '"\'"'])(
    "do not exist, or are too short: %s",
    (typed) => {
      expect(withoutEdgeSigns(typed)).toBeNull();
    },
  );
});

describe("the edit distance", () => {
  it.each([
    ["logi", "logo", 1],
    ["log", "lag", 1],
    ["log", "lags", null],
    ["flim", "film", 1],
    ["flim", "flies", 2],
    ["gmae", "game", 1],
    ["gmea", "game", 2],
    ["chaudhuri", "chowdhury", 3],
    ["5000tk", "6000tk", null],
    ["round1", "round2", null],
    ["runde1", "round1", 2],
  ])("of %s and %s", (typed, word, slips) => {
    expect(editDistanceWithin(typed, word)).toBe(slips);
  });
});
