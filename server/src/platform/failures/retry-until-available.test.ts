import { reasonOf } from "./describe-error";
import { retryUntilAvailable } from "./retry-until-available";

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("does what needs the database once that is there, and says once why it is not, and what is wrong then", async () => {
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

it("gives up after its limit, and at once where waiting mends nothing", async () => {
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
