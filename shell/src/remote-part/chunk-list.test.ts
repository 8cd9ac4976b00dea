import { chunkListOf, containerOf } from "./chunk-list";

const runningFrom = (src: string | null) =>
  Object.defineProperty(document, "currentScript", {
    configurable: true,
    value: src && Object.assign(document.createElement("script"), { src }),
  });

afterEach(() => void Reflect.deleteProperty(document, "currentScript"));

it("takes chunks of its release before and after the release's own runtime runs, and none of another release", () => {
  const chunks = chunkListOf("https://site.example/mf/mf-x/2/");
  const push = (from: string, chunk: unknown) => {
    runningFrom(`https://site.example/mf/mf-x/${from}`);
    chunks.push(chunk);
  };
  push("2/page.js", "early");
  push("1/page.js", "late, of the release before");
  expect(chunks).toEqual(["early"]);

  // As webpack's runtime does: it takes what is there, and hands what comes on to the list as it was.
  const taken: unknown[] = [...chunks];
  const handOn = chunks.push.bind(chunks);
  chunks.push = (chunk) => {
    taken.push(chunk);
    return handOn(chunk);
  };
  push("2/other.js", "on demand");
  push("1/other.js", "very late");
  expect(taken).toEqual(["early", "on demand"]);
  expect(chunks).toEqual(["early", "on demand"]);
});

it("takes the container of its release, and not that of another one which comes late", () => {
  const page = globalThis as Record<string, unknown>;
  const first = containerOf("mf_x", "https://site.example/mf/mf-x/2/");
  const second = containerOf("mf_x", "https://site.example/mf/mf-x/1/");
  runningFrom("https://site.example/mf/mf-x/1/remoteEntry.js?try=2");
  page["mf_x"] = "the one before";
  runningFrom("https://site.example/mf/mf-x/2/remoteEntry.js");
  page["mf_x"] = "late, of the release that was given up";
  expect([first(), second()]).toEqual([undefined, "the one before"]);
});
