import { cpuShareOf, isCpuStarved, readCpuShare } from "./cpu-share";

const stat = (state: string, user: number, system: number) =>
  `4242 (a (b) c) ${state} 1 1 1 0 -1 4194304 100 0 0 0 ${user} ${system} 0 0 20 0 11 0 100 1000 10`;

it("parses the CPU time of a process with any name", () => {
  expect(readCpuShare(stat("R", 120, 30))).toEqual({ used: 1500, wantsMore: true });
  expect(readCpuShare(stat("S", 0, 0))).toEqual({ used: 0, wantsMore: false });
  expect(readCpuShare("")).toBeNull();
  expect(cpuShareOf(undefined)).toBeNull();
});

it("reports this process as running", () => {
  if (process.platform !== "linux") return;
  const before = cpuShareOf(process.pid)!;
  const end = performance.now() + 100;
  while (performance.now() < end);
  expect(cpuShareOf(process.pid)!.used).toBeGreaterThan(before.used);
  expect(before.wantsMore).toBe(true);
});

it.each([
  ["true for a runnable process with little CPU time", 400, true, true],
  ["false for a process that ran most of the time", 600, true, false],
  ["false for a sleeping process", 0, false, false],
])("isCpuStarved is %s", (_, used, wantsMore, starved) => {
  expect(isCpuStarved({ used: 1000, wantsMore: true }, { used: 1000 + used, wantsMore }, 1000)).toBe(starved);
});

it("isCpuStarved is false if the CPU time is unknown", () => {
  expect(isCpuStarved(null, { used: 0, wantsMore: true }, 1000)).toBe(false);
  expect(isCpuStarved({ used: 0, wantsMore: true }, null, 1000)).toBe(false);
});
