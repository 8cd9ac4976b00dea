import { compareVersions, describeOutdated, isWithoutReason } from "./compare-versions";
import { readHeldPackages } from "./held-packages";
import { parseView } from "./published-versions";

const published = new Map([
  [
    "admin",
    {
      latest: "14.5.1",
      versions: [
        { version: "13.9.0", node: ">=18" },
        { version: "13.10.0", node: ">=18" },
        { version: "14.5.1", node: ">=22" },
        { version: "15.0.0-next.1", node: ">=24" },
      ],
    },
  ],
]);
const HELD = readHeldPackages("| package | held at |\n|---|---|\n| `admin` | `13` | 14 needs Node 22 | floor 22 |");

const compare = (version: string, held = HELD) =>
  compareVersions(new Map([["admin", new Set([version])]]), published, held);

it("names an outdated package without a row, with the Node that its newest version needs", () => {
  const [outdated] = compare("13.10.0", []);
  expect(isWithoutReason(outdated!)).toBe(true);
  expect(describeOutdated(outdated!)).toBe(
    "admin 13.10.0 → 14.5.1 (Node >=22): update it, or give the reason in docs/dependencies.md",
  );
});

it("accepts a held package at the newest version that its row allows", () => {
  const [outdated] = compare("13.10.0");
  expect(isWithoutReason(outdated!)).toBe(false);
  expect(describeOutdated(outdated!)).toBe("admin 13.10.0 → 14.5.1 (Node >=22): 14 needs Node 22");
});

it("rejects a held package below the newest version that its row allows", () => {
  const [outdated] = compare("13.9.0");
  expect(isWithoutReason(outdated!)).toBe(true);
  expect(describeOutdated(outdated!)).toContain("docs/dependencies.md allows 13.10.0");
});

it("ignores previews and packages at their newest version", () => {
  expect(compare("14.5.1", [])).toEqual([]);
  expect(compare("15.0.0-next.1", [])).toEqual([]);
});

it("compares each version that workspaces use", () => {
  const used = new Map([["admin", new Set(["13.9.0", "14.5.1"])]]);
  expect(compareVersions(used, published, []).map((each) => each.used)).toEqual(["13.9.0"]);
});

it("reads npm's answer for one version and for several", () => {
  const one = { version: "2.1.1", "engines.node": ">=6", "dist-tags.latest": "2.1.1" };
  expect(parseView(JSON.stringify(one))).toEqual({ latest: "2.1.1", versions: [{ version: "2.1.1", node: ">=6" }] });
  expect(parseView(JSON.stringify([{ version: "2.1.0", "dist-tags.latest": "2.1.1" }, one])).versions).toHaveLength(2);
});
