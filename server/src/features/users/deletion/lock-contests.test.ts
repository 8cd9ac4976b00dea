import { assertAllLocked, withLockedContests } from "./lock-contests";

const CONTEST = { id: "another" };

/** What finds so many times that a contest came since it held all, and counts how often it is tried. */
function movingOn(times: number) {
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

describe("what needs all contests of a person held", () => {
  it("begins anew when one came in between", async () => {
    const { attempt, tries } = movingOn(4);
    expect([await withLockedContests(attempt), tries()]).toEqual(["done", 5]);
  });

  it("says that it is busy when one came every time", async () => {
    const { attempt, tries } = movingOn(Infinity);
    await expect(withLockedContests(attempt)).rejects.toMatchObject({
      statusCode: 503,
      code: "busy",
      message: expect.stringContaining("try again in a moment") as string,
    });
    expect(tries()).toBe(5);
  });

  it("passes on what went wrong, at once", async () => {
    let tries = 0;
    const broken = () => Promise.reject(new Error(`broken ${(tries += 1)}`));
    await expect(withLockedContests(broken)).rejects.toThrow("broken 1");
  });
});
