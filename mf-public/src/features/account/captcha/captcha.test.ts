import { CAPTCHA_LENGTH, makeCaptcha, spellOut } from "./captcha";

describe("a captcha", () => {
  it("consists of six letters and digits", () => {
    for (let attempt = 0; attempt < 200; attempt += 1) expect(makeCaptcha()).toMatch(/^[A-Za-z0-9]{6}$/);
    expect(CAPTCHA_LENGTH).toBe(6);
  });

  it("uses the full range of the random function", () => {
    expect(makeCaptcha(() => 0)).toBe("AAAAAA");
    expect(makeCaptcha(() => 0.999999)).toBe("888888");
  });

  it("contains no look-alike characters", () => {
    const many = Array.from({ length: 2000 }, () => makeCaptcha()).join("");
    expect(many).not.toMatch(/[0O1Il9gqCcKkPpSsUuVvWwXxZz]/);
  });

  it("spells out uppercase, lowercase and digits distinctly", () => {
    expect(spellOut("kK4")).toEqual(["lowercase k, Kilo", "uppercase K, Kilo", "digit four"]);
  });
});
