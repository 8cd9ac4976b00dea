import { cpuShareOf, isCpuStarved, readCpuShare } from "./cpu-share";

const stat = (state: string, user: number, system: number) =>
  `4242 (a (b) c) ${state} 1 1 1 0 -1 4194304 100 0 0 0 ${user} ${system} 0 0 20 0 11 0 100 1000 10`;

it("reads what a process was given, whatever it is called", () => {
  expect(readCpuShare(stat("R", 120, 30))).toEqual({ used: 1500, wantsMore: true });
  expect(readCpuShare(stat("S", 0, 0))).toEqual({ used: 0, wantsMore: false });
  expect(readCpuShare("")).toBeNull();
  expect(cpuShareOf(undefined)).toBeNull();
});

it("knows this very process as one that runs", () => {
  if (process.platform !== "linux") return;
  const before = cpuShareOf(process.pid)!;
  const end = performance.now() + 100;
  while (performance.now() < end);
  expect(cpuShareOf(process.pid)!.used).toBeGreaterThan(before.used);
  expect(before.wantsMore).toBe(true);
});

it.each([
  ["one that wants to run and was hardly let", 400, true, true],
  ["one that ran most of the time", 600, true, false],
  ["one that waits for what does not come", 0, false, false],
])("tells %s", (_, used, wantsMore, starved) => {
  expect(isCpuStarved({ used: 1000, wantsMore: true }, { used: 1000 + used, wantsMore }, 1000)).toBe(starved);
});

it("finds nobody starved where it cannot tell", () => {
  expect(isCpuStarved(null, { used: 0, wantsMore: true }, 1000)).toBe(false);
  expect(isCpuStarved({ used: 0, wantsMore: true }, null, 1000)).toBe(false);
});
