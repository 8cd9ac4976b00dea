import { reasonOf } from "./describe-error";
import { retryUntilAvailable } from "./transient-errors";

const connectionError = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("retries until the database is available, and reports each reason once", async () => {
  const reasons: string[] = [];
  const wrong = [
    connectionError(),
    connectionError(),
    Object.assign(new Error("the database system is starting up"), { code: "57P03" }),
  ];
  const work = async () => {
    const error = wrong.shift();
    if (error) throw new Error("Failed query: what was sent", { cause: error });
    return "done";
  };
  expect(await retryUntilAvailable(work, (error) => reasons.push(reasonOf(error)))).toBe("done");
  expect(reasons).toEqual(["connect ECONNREFUSED", "the database system is starting up"]);
});

it("gives up after the timeout, and immediately on other errors", async () => {
  await expect(
    retryUntilAvailable(
      () => Promise.reject(connectionError()),
      () => undefined,
      0,
    ),
  ).rejects.toThrow("ECONNREFUSED");
  await expect(
    retryUntilAvailable(
      () => Promise.reject(new TypeError("a mistake")),
      () => undefined,
    ),
  ).rejects.toThrow("a mistake");
});
