import { MAX_SUBJECT_LENGTH, fitSubject } from "./email-subject";

describe("a name in a subject", () => {
  it.each([
    ["River poster", "“River poster”"],
    ["Das „große“ Plakat: neu!", "“Das „große“ Plakat: neu!”"],
    ["A\r\nBcc: everyone@example.com", "“A Bcc: everyone@example.com”"],
    ["A\u0000\u2028B", "“A B”"],
  ])("%j stays on one line as %j", (name, quoted) => expect(fitSubject(`Won: “${name}”`)).toBe(`Won: ${quoted}`));

  it.each([
    [
      "Winner overdue: “Care for parents, run by their children abroad”",
      "",
      "Winner overdue: “Care for parents, run by their…”",
    ],
    ["Refund: “My grandmother's recipe, honestly”", ", and 2 more", "Refund: “My grandmother's recipe…”, and 2 more"],
    [
      "Deadline extended: “Ein Plakat für das Flussfestspielhaus am See”",
      "",
      "Deadline extended: “Ein Plakat für das…”",
    ],
    [
      "Payment received: “Donaudampfschifffahrtsgesellschaftskapitän 2026”",
      "",
      "Payment received: “Donaudampfschifffahrtsgesells…”",
    ],
    ["টাকা ফেরত: “আমার নানির হাতের পিঠার রেসিপি আর গল্প বলা”", "", "টাকা ফেরত: “আমার নানির হাতের পিঠার রেসিপি আর…”"],
    [
      "You won “Second place” in “A kite for every roof of the city”",
      "",
      "You won “Second place” in “A kite for every roof…”",
    ],
    [
      "You won “The finest pattern of all small kites” in “Kites”",
      "",
      "You won “The finest pattern of all small kites”",
    ],
    ["আপনি “A kite for every roof, 2026” প্রতিযোগিতায় “Best” জিতেছেন", "", "আপনি “A kite for every roof, 2026” জিতেছেন"],
    ["Refund: “A “new” kite for every roof of the city”", "", "Refund: “A “new” kite for every roof of the city”"],
    [
      "Prize received: “A kite for every roof (three) · Second place”",
      "",
      "Prize received: “A kite for every roof (three)…”",
    ],
    ["Refund: “Kite film”", ", and 2 more", "Refund: “Kite film”, and 2 more"],
    ["Your account was blocked", ", and 1 more", "Your account was blocked, and 1 more"],
  ])("%j with %j becomes %j", (subject, suffix, fitting) => {
    expect(fitSubject(subject, suffix)).toBe(fitting);
    expect(fitting.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
  });

  it("is cut between grapheme clusters", () => {
    const family = "👩‍👩‍👧‍👦";
    const subject = fitSubject(`Refund: “${family.repeat(40)}”`);
    expect(subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
    expect(subject.replaceAll(family, "")).toBe("Refund: “…”");
  });
});
