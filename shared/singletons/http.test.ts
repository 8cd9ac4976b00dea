import { AxiosError, type InternalAxiosRequestConfig } from "axios";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { ApiError, http, serverClockOffset } from "./http";
import { provideLanguage } from "./language";

async function requestError(data: unknown): Promise<unknown> {
  http.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const response = { data, status: 422, statusText: "", headers: {}, config };
    throw new AxiosError("refused", AxiosError.ERR_BAD_REQUEST, config, undefined, response);
  };
  return http.get("/anything").catch((error: unknown) => error);
}

it("sends the page's language, not the browser's", async () => {
  const sent: unknown[] = [];
  http.defaults.adapter = (config: InternalAxiosRequestConfig) => {
    sent.push(config.headers.get("Accept-Language"));
    return Promise.resolve({ data: {}, status: 200, statusText: "", headers: {}, config });
  };
  await http.get("/anything");
  provideLanguage("bn", []);
  await http.get("/anything");
  provideLanguage("en", []);
  expect(sent).toEqual(["en", "bn"]);
});

it.each([
  { error: { code: "conflict", message: "No." } },
  { error: { code: 1, message: "Date input not valid.", fields: { deadline: "Date input not valid." } } },
])("passes on an error response, %#", async (body) => {
  expect(errorBody.safeParse(body).success).toBe(true);
  const error = await requestError(body);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: body.error.code,
    message: body.error.message,
    fields: body.error.fields ?? {},
  });
});

it.each([
  undefined,
  null,
  "<!doctype html>",
  [],
  {},
  { error: "No." },
  { error: { code: 2, message: "No." } },
  { error: { code: "conflict" } },
  { error: { code: "conflict", message: "No.", fields: { name: 1 } } },
  { error: { code: "conflict", message: "No.", fields: ["name"] } },
])("replaces an invalid error response, %#", async (body) => {
  expect(errorBody.safeParse(body).success).toBe(false);
  expect(await requestError(body)).toMatchObject({ status: 422, code: "unexpected" });
});

it("reads the server's time from responses, even old ones that a CDN stored", async () => {
  const respond = async (secondsAgo: number, age: Record<string, string>) => {
    http.defaults.adapter = (config: InternalAxiosRequestConfig) => {
      const date = new Date(Date.now() - 1000 * secondsAgo).toUTCString();
      return Promise.resolve({ data: {}, status: 200, statusText: "", headers: { date, ...age }, config });
    };
    await http.get("/anything");
    return serverClockOffset();
  };
  expect(await respond(3_600, { age: "3600" })).toBe(0);
  expect(Math.round((await respond(3_600, {})) / 60_000)).toBe(-60);
  expect(await respond(0, {})).toBe(0);
});

it("rejects if axios does not load, and loads it again for the next request", async () => {
  jest.resetModules();
  let isOffline = true;
  jest.doMock("axios", () => {
    if (isOffline) throw new Error("Loading chunk http-client failed.");
    return jest.requireActual("axios");
  });
  const { http: lazyHttp } = await import("./http");
  await expect(lazyHttp.get("/anything")).rejects.toMatchObject({ code: "unreachable", status: 0 });
  isOffline = false;
  lazyHttp.defaults.adapter = (config: InternalAxiosRequestConfig) =>
    Promise.resolve({ data: "here", status: 200, statusText: "", headers: {}, config });
  expect(await lazyHttp.get("/anything")).toMatchObject({ data: "here" });
});
