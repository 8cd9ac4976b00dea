import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readRemote, shapesOf } from "./read-remote";

const svg = (inside: string, root = 'viewBox="0 0 24 24" fill="none" stroke="currentColor"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" ${root}>${inside}</svg>`;

it("reads the shapes of an icon as data", () => {
  const icon = svg(
    '<path d="M3 6h18" />\n  <circle cx="12" cy="12" r="4.5" fill="currentColor"/><rect x="1" y="2" width="8" height="7"/>',
    'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"',
  );
  expect(shapesOf(icon, "icon.svg")).toEqual([
    { shape: "path", d: "M3 6h18" },
    { shape: "circle", cx: "12", cy: "12", r: "4.5", fill: "currentColor" },
    { shape: "rect", x: "1", y: "2", width: "8", height: "7" },
  ]);
});

it.each([
  ["a script", svg("<script>alert(1)</script>"), /icon.svg holds text/],
  ["an empty script", svg('<script href="a.js"/>'), /icon.svg holds <script>/],
  ["a foreign picture", svg('<image href="https://elsewhere.test/a.png"/>'), /holds <image>/],
  ["a use element", svg('<use href="#a"/>'), /holds <use>/],
  ["a style", svg('<path d="M3 6h18" style="fill:red"/>'), /holds <path> with what a shape does not have \(.*style/],
  [
    "a handler",
    svg('<path d="M3 6h18" onload="alert(1)"/>'),
    /holds <path> with what a shape does not have \(.*onload/,
  ],
  ["a colour", svg('<path d="M3 6h18" fill="red"/>'), /holds <path> whose fill is not as it should be/],
  ["an invalid path", svg('<path d="url(#a)"/>'), /holds <path> whose d is not as it should be \(Numbers/],
  ["groups", svg('<g><path d="M3 6h18"/></g>'), /holds <path> in another shape/],
  ["nothing", svg(""), /holds too few or too many shapes/],
  [
    "another view box",
    svg('<path d="M3 6h18"/>', 'viewBox="0 0 100 100" fill="none" stroke="currentColor"'),
    /is not drawn as the site's are/,
  ],
  ["a filled drawing", svg('<path d="M3 6h18"/>', 'viewBox="0 0 24 24"'), /is not drawn as the site's are/],
  [
    "a handler on the root",
    svg('<path d="M3 6h18"/>', 'viewBox="0 0 24 24" fill="none" stroke="currentColor" onload="alert(1)"'),
    /is not drawn as the site's are/,
  ],
  ["a doctype", `<!DOCTYPE svg [<!ENTITY a "M3 6h18">]>${svg('<path d="M3 6h18"/>')}`, /holds a doctype/],
  ["no svg", "<!doctype html><p>", /icon.svg (?:cannot be read|holds a doctype)/],
  ["half an svg", svg('<path d="M3 6h18"/>').slice(0, -6), /cannot be read/],
])("rejects an icon with %s and explains the format", (_, text, cause) => {
  expect(() => shapesOf(text, "icon.svg")).toThrow(cause);
  expect(() => shapesOf(text, "icon.svg")).toThrow(/Draw it like those of lucide.dev/);
});

describe("the folder of a remote", () => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), "conquest-remote-")), "mf-own");
    await mkdir(folder);
  });
  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  const write = (icon: string, more: object = {}) => {
    const routes = [{ path: "/own", title: "Own", access: "everyone", layout: "site" }];
    const menu = [{ to: "/own", label: "Own", icon, order: 1, roles: ["user"] }];
    return writeFile(
      path.join(folder, "remote.json"),
      JSON.stringify({ name: "mf-own", contract: "^1.0.0", routes, menu, ...more }),
    );
  };

  it("reads the shapes of icon files and keeps icon names", async () => {
    await writeFile(path.join(folder, "icon.svg"), svg('<path d="M3 6h18"/>'));
    await write("icon.svg");
    expect((await readRemote(folder)).menu[0]).toMatchObject({
      icon: "icon.svg",
      shapes: [{ shape: "path", d: "M3 6h18" }],
    });
    await write("flag");
    expect((await readRemote(folder)).menu[0]).toEqual({
      to: "/own",
      label: "Own",
      icon: "flag",
      order: 1,
      roles: ["user"],
    });
  });

  it("reads the translations of menu labels", async () => {
    await write("flag");
    await mkdir(path.join(folder, "messages"));
    await writeFile(path.join(folder, "messages/common.bn.json"), JSON.stringify({ Own: "নিজস্ব", Other: "" }));
    expect((await readRemote(folder)).menu[0]?.labels).toEqual({ bn: "নিজস্ব" });
  });

  it.each(["missing.svg", "../icon.svg"])("rejects %s outside the folder", async (icon) => {
    await writeFile(path.join(folder, "../icon.svg"), svg('<path d="M3 6h18"/>'));
    await write(icon);
    await expect(readRemote(folder)).rejects.toThrow(`The icon ${icon} of remote.json is not in mf-own.`);
  });

  it("names the file and field of an invalid remote.json", async () => {
    await write("flag", { contract: "1" });
    await expect(readRemote(folder)).rejects.toThrow(/mf-own\/remote\.json is not as it should be\.[^]*contract/);
  });
});
