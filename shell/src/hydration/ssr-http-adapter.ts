import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from "axios";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import { http } from "@conquest/shared/singletons/http";

/** Asks the server for the answer at an address below /api, as a visitor gets it. */
export type Ask = (address: string) => Promise<PublicAnswer>;

/** Where pages are drawn there is no network: calls are answered with what was given, and else by asking. */
export function createSsrAdapter(given: Readonly<Record<string, PublicAnswer>>, ask: Ask): void {
  const adapter: AxiosAdapter = async (config) => {
    const address = axios.getUri({ ...config, baseURL: "" });
    const { status, body, headers } = given[address] ?? (await ask(address));
    const response: AxiosResponse = { status, data: body, headers, statusText: "", config, request: null };
    if (status < 400) return response;
    throw new AxiosError(`Answered with ${status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response);
  };
  http.defaults.adapter = adapter;
}
