import { listBestCreators, listContests } from "@conquest/shared/contracts/listing";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { call } from "@conquest/shared/singletons/call";
import { provideConfig } from "@conquest/shared/singletons/config";
import { askEarly } from "@conquest/shared/singletons/early-answers";
import { answerWith, refuse, stub } from "../testing/stubs";

beforeEach(() => {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
});

it("gives the answer that was asked for early to the call that needs it, once", async () => {
  const calls = answerWith([stub(listBestCreators, [])]);
  askEarly("/best-creators");
  expect(await call(listBestCreators, {})).toEqual([]);
  expect(calls).toHaveLength(1);
  await call(listBestCreators, {});
  expect(calls).toHaveLength(2);
});

it("asks once however often, and does not hand out what was answered before a change", async () => {
  const calls = answerWith([stub(listBestCreators, []), stub(sendContactMessage, { success: true })]);
  askEarly("/best-creators");
  askEarly("/best-creators");
  await call(sendContactMessage, { body: { name: "A", email: "a@b.c", message: "Hello" } });
  await call(listBestCreators, {});
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([listBestCreators, sendContactMessage, listBestCreators]);
});

it("makes its own call where the address has more in it", async () => {
  const calls = answerWith([stub(listContests, [])]);
  askEarly("/all-contests");
  await call(listContests, { query: { q: "poster" } });
  expect(calls.map(({ query }) => query)).toEqual([{}, { q: "poster" }]);
});

it("does not hand out an early answer that failed", async () => {
  answerWith([refuse(listBestCreators, 500, "unexpected", "Something broke.")]);
  askEarly("/best-creators");
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  answerWith([stub(listBestCreators, [])]);
  expect(await call(listBestCreators, {})).toEqual([]);
});

it("does not hand out an early answer that has grown old", async () => {
  const calls = answerWith([stub(listBestCreators, [])]);
  askEarly("/best-creators");
  const now = jest.spyOn(Date, "now");
  now.mockReturnValue(Date.now() + 60_000);
  await call(listBestCreators, {});
  expect(calls).toHaveLength(2);
});
