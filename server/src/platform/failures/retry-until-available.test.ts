import { reasonOf } from "./describe-error";
import { retryUntilAvailable } from "./retry-until-available";

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("retries until the database is available, and reports each reason once", async () => {
  const said: string[] = [];
  const wrong = [away(), away(), Object.assign(new Error("the database system is starting up"), { code: "57P03" })];
  const work = async () => {
    const error = wrong.shift();
    if (error) throw new Error("Failed query: what was sent", { cause: error });
    return "done";
  };
  expect(await retryUntilAvailable(work, (error) => said.push(reasonOf(error)))).toBe("done");
  expect(said).toEqual(["connect ECONNREFUSED", "the database system is starting up"]);
});

it("gives up after the timeout, and immediately on other errors", async () => {
  await expect(
    retryUntilAvailable(
      () => Promise.reject(away()),
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
