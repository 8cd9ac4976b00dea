import { loadMessages, provideMessageLoader } from "@conquest/shared/singletons/language";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { loadScript } from "../remote-part/load-files";
import { provideRegistryMessages, withMessages } from "./page-messages";

jest.mock("../remote-part/load-files");

const remotes = (pages: object) =>
  ({ "mf-public": { current: { base: "/mf/mf-public/1/", files: { pages } } } }) as unknown as Registry["remotes"];
const PAGES = {
  "/about": { scripts: [], styles: [], messages: { bn: "messages/about.bn.js" } },
  "/terms": { scripts: [], styles: [] },
};
const ABOUT = `${location.origin}/mf/mf-public/1/messages/about.bn.js`;

const SHELL = `${location.origin}/mf/shell/1/main.js`;

beforeEach(() => provideRegistryMessages({ remotes: () => remotes(PAGES) }, "bn", SHELL));
afterEach(() => {
  provideMessageLoader(undefined);
  document.head.innerHTML = "";
});

it("loads the messages of a page once", async () => {
  jest.mocked(loadScript).mockResolvedValue();
  const loading = loadMessages("/about");
  expect(loadMessages("/about")).toBe(loading);
  await loading;
  expect(loadMessages("/about")).toBeUndefined();
  expect(jest.mocked(loadScript).mock.calls).toEqual([[ABOUT]]);
});

it("loads nothing for unknown pages and for pages in English only", () => {
  expect([loadMessages("/terms"), loadMessages("/nowhere")]).toEqual([undefined, undefined]);
  expect(loadScript).not.toHaveBeenCalled();
});

it("does not load what the HTML contains", () => {
  document.head.innerHTML = `<script type="text/plain" src="${ABOUT}"></script>`;
  provideRegistryMessages({ remotes: () => remotes(PAGES) }, "bn", SHELL);
  expect(loadMessages("/about")).toBeUndefined();
  expect(loadScript).not.toHaveBeenCalled();
});

it("shows a page in English if its messages fail, and tries again next time", async () => {
  jest.mocked(loadScript).mockRejectedValueOnce(new Error("gone")).mockResolvedValue();
  await loadMessages("/about");
  await loadMessages("/about");
  expect(loadScript).toHaveBeenCalledTimes(2);
});

it("loads a chunk of the shell after its messages, and without them if they fail", async () => {
  let reject: (reason: Error) => void;
  jest.mocked(loadScript).mockReturnValueOnce(new Promise((_, no) => (reject = no)));
  const isReady = jest.fn();
  const chunk = withMessages(Promise.resolve("chunk"));
  void chunk.then(isReady);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isReady).not.toHaveBeenCalled();
  reject!(new Error("gone"));
  await expect(chunk).resolves.toBe("chunk");
  expect(jest.mocked(loadScript).mock.lastCall).toEqual([`${location.origin}/mf/shell/1/messages/later.bn.js`]);
});
