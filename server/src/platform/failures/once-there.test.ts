import { onceThere } from "./once-there";

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("does what needs the database once that is there, and says each time that it is not", async () => {
  const said: unknown[] = [];
  let asked = 0;
  const work = async () => {
    if ((asked += 1) < 3) throw away();
    return "done";
  };
  expect(await onceThere(work, (error) => said.push(error))).toBe("done");
  expect(said).toHaveLength(2);
});

it("gives up after its limit, and at once where waiting mends nothing", async () => {
  await expect(onceThere(() => Promise.reject(away()), () => undefined, 0)).rejects.toThrow("ECONNREFUSED");
  await expect(onceThere(() => Promise.reject(new TypeError("a mistake")), () => undefined)).rejects.toThrow("a mistake");
});
