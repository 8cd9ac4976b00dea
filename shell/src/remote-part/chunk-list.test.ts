import { createChunkList, defineContainer } from "./load-release";

const setCurrentScript = (src: string | null) =>
  Object.defineProperty(document, "currentScript", {
    configurable: true,
    value: src && Object.assign(document.createElement("script"), { src }),
  });

afterEach(() => void Reflect.deleteProperty(document, "currentScript"));

it("accepts only chunks of its own release, before and after the runtime starts", () => {
  const chunks = createChunkList("https://site.example/mf/mf-x/2/");
  const push = (from: string, chunk: unknown) => {
    setCurrentScript(`https://site.example/mf/mf-x/${from}`);
    chunks.push(chunk);
  };
  push("2/page.js", "early");
  push("1/page.js", "late, of the release before");
  expect(chunks).toEqual(["early"]);

  const installed: unknown[] = [...chunks];
  const originalPush = chunks.push.bind(chunks);
  chunks.push = (chunk) => {
    installed.push(chunk);
    return originalPush(chunk);
  };
  push("2/other.js", "on demand");
  push("1/other.js", "very late");
  expect(installed).toEqual(["early", "on demand"]);
  expect(chunks).toEqual(["early", "on demand"]);
});

it("ignores a container of another release that arrives late", () => {
  const page = globalThis as Record<string, unknown>;
  const first = defineContainer("mf_x", "https://site.example/mf/mf-x/2/");
  const second = defineContainer("mf_x", "https://site.example/mf/mf-x/1/");
  setCurrentScript("https://site.example/mf/mf-x/1/remoteEntry.js?try=2");
  page["mf_x"] = "the one before";
  setCurrentScript("https://site.example/mf/mf-x/2/remoteEntry.js");
  page["mf_x"] = "late, of the release that was given up";
  expect([first(), second()]).toEqual([undefined, "the one before"]);
});
