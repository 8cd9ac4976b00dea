import { assertAllLocked, withLockedContests } from "./plan-deletion";

const CONTEST = { id: "another" };

function failingAttempt(times: number) {
  let tries = 0;
  return {
    attempt: async () => {
      tries += 1;
      assertAllLocked([], tries > times ? [] : [CONTEST]);
      return "done";
    },
    tries: () => tries,
  };
}

describe("withLockedContests", () => {
  it("retries if a contest was created in between", async () => {
    const { attempt, tries } = failingAttempt(4);
    expect([await withLockedContests(attempt), tries()]).toEqual(["done", 5]);
  });

  it("throws busy after five failed attempts", async () => {
    const { attempt, tries } = failingAttempt(Infinity);
    await expect(withLockedContests(attempt)).rejects.toMatchObject({
      statusCode: 503,
      code: "busy",
      message: expect.stringContaining("Try again in a moment") as string,
    });
    expect(tries()).toBe(5);
  });

  it("rethrows other errors at once", async () => {
    let tries = 0;
    const broken = () => Promise.reject(new Error(`broken ${(tries += 1)}`));
    await expect(withLockedContests(broken)).rejects.toThrow("broken 1");
  });
});
