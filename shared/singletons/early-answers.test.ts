import { listBestCreators, listContests } from "@conquest/shared/contracts/listing";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { call } from "@conquest/shared/singletons/call";
import { provideConfig } from "@conquest/shared/singletons/config";
import { prefetchResponse } from "@conquest/shared/singletons/early-answers";
import { installStubs, stubError, stub } from "../testing/stubs";

beforeEach(() => {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
});

it("uses a prefetched response for the matching call, once", async () => {
  const calls = installStubs([stub(listBestCreators, [])]);
  prefetchResponse("/best-creators");
  expect(await call(listBestCreators, {})).toEqual([]);
  expect(calls).toHaveLength(1);
  await call(listBestCreators, {});
  expect(calls).toHaveLength(2);
});

it("prefetches once, and discards the response after a mutation", async () => {
  const calls = installStubs([stub(listBestCreators, []), stub(sendContactMessage, { success: true })]);
  prefetchResponse("/best-creators");
  prefetchResponse("/best-creators");
  await call(sendContactMessage, { body: { name: "A", email: "a@b.c", message: "Hello" } });
  await call(listBestCreators, {});
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([listBestCreators, sendContactMessage, listBestCreators]);
});

it("ignores the prefetched response if the call has a query", async () => {
  const calls = installStubs([stub(listContests, [])]);
  prefetchResponse("/all-contests");
  await call(listContests, { query: { q: "poster" } });
  expect(calls.map(({ query }) => query)).toEqual([{}, { q: "poster" }]);
});

it("discards a failed prefetch", async () => {
  installStubs([stubError(listBestCreators, 500, "unexpected", "Something broke.")]);
  prefetchResponse("/best-creators");
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  installStubs([stub(listBestCreators, [])]);
  expect(await call(listBestCreators, {})).toEqual([]);
});

it("discards an expired prefetch", async () => {
  const calls = installStubs([stub(listBestCreators, [])]);
  prefetchResponse("/best-creators");
  const now = jest.spyOn(Date, "now");
  now.mockReturnValue(Date.now() + 60_000);
  await call(listBestCreators, {});
  expect(calls).toHaveLength(2);
});
