import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from "axios";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import { http } from "@conquest/shared/singletons/http";

export type Ask = (address: string) => Promise<PublicAnswer>;

/** The SSR sandbox has no network: requests are answered from `responses`, or else by `ask`. */
export function createSsrAdapter(responses: Readonly<Record<string, PublicAnswer>>, ask: Ask): void {
  const adapter: AxiosAdapter = async (config) => {
    const address = axios.getUri({ ...config, baseURL: "" });
    const { status, body, headers } = responses[address] ?? (await ask(address));
    const response: AxiosResponse = { status, data: body, headers, statusText: "", config, request: null };
    if (status < 400) return response;
    throw new AxiosError(`Answered with ${status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response);
  };
  http.defaults.adapter = adapter;
}
