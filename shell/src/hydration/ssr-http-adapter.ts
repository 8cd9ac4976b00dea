import axios, { AxiosError, type AxiosAdapter, type AxiosResponse } from "axios";
import type { PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import { http } from "@conquest/shared/singletons/http";

export type ApiFetcher = (address: string) => Promise<PublicResponse>;

/** The SSR sandbox has no network: requests are answered from `responses`, or else by `ask`. */
export function createSsrAdapter(responses: Readonly<Record<string, PublicResponse>>, ask: ApiFetcher): void {
  const adapter: AxiosAdapter = async (config) => {
    const address = axios.getUri({ ...config, baseURL: "" });
    const { status, body, headers } = responses[address] ?? (await ask(address));
    const response: AxiosResponse = { status, data: body, headers, statusText: "", config, request: null };
    if (status < 400) return response;
    throw new AxiosError(`Answered with ${status}`, AxiosError.ERR_BAD_RESPONSE, config, null, response);
  };
  http.defaults.adapter = adapter;
}
