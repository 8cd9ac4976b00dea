/** Declares what the benchmarks use of tools that only `npm run bench` installs. */

declare module "autocannon" {
  namespace autocannon {
    interface Request {
      method?: string;
      path?: string;
      headers?: Record<string, string>;
      body?: string | Buffer;
    }
  }
  function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: { setupRequest: (request: autocannon.Request) => autocannon.Request }[];
  }): Promise<{ non2xx: number; errors: number; requests: { average: number } }>;
  export default autocannon;
}

declare module "lighthouse" {
  export interface Result {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { id: string; score: number | null; displayValue?: string }>;
  }
  export default function lighthouse(
    address: string,
    options: { port: number; logLevel: "error"; output: "json"; onlyCategories: string[] },
  ): Promise<{ lhr: Result } | undefined>;
}
