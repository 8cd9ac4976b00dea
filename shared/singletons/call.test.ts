import { QueryObserver } from "@tanstack/react-query";
import { AxiosError, type InternalAxiosRequestConfig } from "axios";
import { UNREADABLE_RESPONSE_EVENT, shapeOf } from "@conquest/shared/contracts/http/response-shape";
import { listBestCreators, listContests } from "@conquest/shared/contracts/listing";
import { endSession } from "@conquest/shared/contracts/session";
import { pages, query } from "./api-hooks";
import { call, callPage } from "./call";
import { provideConfig } from "./config";
import { ApiError, http } from "./http";
import { queryClient } from "./query-client";
import { aContest } from "../testing/samples";
import { installStubs, stubError, stub, type Stub } from "../testing/stubs";

beforeEach(() => {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
});

it.each([
  ["a call", () => call(listContests, {})],
  ["a page of a list", () => callPage(listContests, {})],
])("rejects %s whose response does not match the contract", async (_, ask) => {
  const invalid: Stub = { endpoint: listContests, answer: () => ({ status: 200, data: [{ name: 7 }] }) };
  installStubs([invalid]);
  const error: unknown = await ask().catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "unexpected", message: "Something went wrong on our side. Try again." });
});

it("drops unreadable list elements, and reports their number once", async () => {
  const reported: unknown[] = [];
  const onReport = ({ error }: ErrorEvent) => reported.push((error as Error).message);
  window.addEventListener(UNREADABLE_RESPONSE_EVENT as "error", onReport);
  const bad: unknown[] = [null, { name: 7 }, "text"];
  installStubs([{ endpoint: listContests, answer: () => ({ status: 200, data: [bad[0], aContest(), ...bad] }) }]);
  await expect(call(listContests, {})).resolves.toEqual([aContest()]);
  expect(reported).toEqual(["GET /all-contests answered 4 elements that the page cannot read"]);
  installStubs([{ endpoint: listContests, answer: () => ({ status: 200, data: bad }) }]);
  await expect(call(listContests, {})).rejects.toMatchObject({ code: "unexpected" });
  expect(reported).toHaveLength(2);
  window.removeEventListener(UNREADABLE_RESPONSE_EVENT as "error", onReport);
});

it.each([
  [{ link: '<http://[>; rel="next"', "x-total-count": "many" }, null, 1],
  [{ link: "next", "x-total-count": "" }, null, 1],
  [{ link: '</api/all-contests?limit=1&cursor=a%2Fb>; rel="next"', "x-total-count": "7" }, "a/b", 7],
  [{ "x-total-count": "-1" }, null, 1],
])("reads the headers of a page, %#", async (headers, nextCursor, total) => {
  installStubs([stub(listContests, [aContest()], headers as Record<string, string>)]);
  await expect(callPage(listContests, {})).resolves.toMatchObject({ nextCursor, total });
});

describe("in a page without a validator", () => {
  const { response: _1, ...listed } = listContests;
  const { response: _2, ...ended } = endSession;
  const list = { ...listed, answers: "list", shape: shapeOf(listContests.response) } as unknown as typeof listContests;
  const object = { ...ended, answers: "object", shape: shapeOf(endSession.response) } as unknown as typeof endSession;
  const ofOldPart = { ...listed, answers: "list" } as unknown as typeof listContests;

  it.each([
    [list, [], true],
    [list, [{ name: "A" }], false],
    [list, {}, false],
    [ofOldPart, [{ name: "A" }], true],
    [ofOldPart, {}, false],
    [object, { unexpected: true }, false],
    [list, "<!doctype html>", false],
    [object, { success: true }, true],
    [object, [], false],
    [object, null, false],
    [object, "<!doctype html>", false],
  ])("accepts only a response of the expected kind, %#", async (endpoint, data, isUnderstood) => {
    installStubs([{ endpoint, answer: () => ({ status: 200, data }) }]);
    const response = call(endpoint, {});
    if (isUnderstood) await expect(response).resolves.toEqual(data);
    else await expect(response).rejects.toMatchObject({ code: "unexpected", status: 200 });
  });
});

it("times out reads after ten seconds, but never mutations", async () => {
  const requests: InternalAxiosRequestConfig[] = [];
  http.defaults.adapter = async (config) => {
    requests.push(config);
    throw new AxiosError("timeout of 10000ms exceeded", AxiosError.ECONNABORTED, config);
  };
  await expect(call(listBestCreators, {})).rejects.toMatchObject({
    code: "timeout",
    message: expect.stringContaining("took too long to respond"),
  });
  await expect(call(endSession, {})).rejects.toThrow();
  expect(requests.map(({ timeout }) => timeout)).toEqual([10_000, 0]);
});

describe("the query cache", () => {
  const offline = () => window.dispatchEvent(new Event("offline"));
  const online = () => window.dispatchEvent(new Event("online"));

  beforeEach(() => queryClient.mount());
  afterEach(() => {
    online();
    queryClient.unmount();
    queryClient.clear();
  });

  it.each([
    ["a query", () => queryClient.fetchQuery({ ...query(listBestCreators), retry: false })],
    ["a list", () => queryClient.fetchInfiniteQuery({ ...pages(listContests), retry: false })],
    [
      "a mutation",
      () =>
        queryClient
          .getMutationCache()
          .build(queryClient, { mutationFn: () => call(endSession, {}) })
          .execute(undefined),
    ],
  ])("does not pause %s while offline", async (_, ask) => {
    http.defaults.adapter = () => Promise.reject(new AxiosError("Network Error", AxiosError.ERR_NETWORK));
    offline();
    await expect(ask()).rejects.toMatchObject({ code: "unreachable" });
  });

  it("refetches failed queries when back online", async () => {
    http.defaults.adapter = () => Promise.reject(new AxiosError("Network Error", AxiosError.ERR_NETWORK));
    offline();
    const observer = new QueryObserver(queryClient, { ...query(listBestCreators), retry: false });
    const states: string[] = [];
    const arrived = new Promise<void>((resolve) => {
      observer.subscribe(({ status, fetchStatus }) => {
        if (fetchStatus !== "idle") return;
        states.push(status);
        if (status === "error") {
          installStubs([{ endpoint: listBestCreators, answer: () => ({ status: 200, data: [] }) }]);
          online();
        } else resolve();
      });
    });
    await arrived;
    expect(states).toEqual(["error", "success"]);
    observer.destroy();
  });

  it("does not retry after a timeout", async () => {
    let requestCount = 0;
    http.defaults.adapter = () => {
      requestCount += 1;
      return Promise.reject(new AxiosError("timeout", AxiosError.ECONNABORTED));
    };
    await expect(
      queryClient.fetchQuery({ ...query(listBestCreators), retry: queryClient.getDefaultOptions().queries?.retry }),
    ).rejects.toThrow("too long");
    expect(requestCount).toBe(1);
  });

  it("does not retry a rejected request", async () => {
    const calls = installStubs([stubError(listBestCreators, 404, "not_found", "Nothing here.")]);
    await expect(
      queryClient.fetchQuery({ ...query(listBestCreators), retry: queryClient.getDefaultOptions().queries?.retry }),
    ).rejects.toThrow("Nothing");
    expect(calls).toHaveLength(1);
  });
});
