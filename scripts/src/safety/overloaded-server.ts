import Fastify from "fastify";
import { sendError } from "@conquest/server/src/platform/errors";
import { shedLoad } from "@conquest/server/src/platform/operation/load-shedding";

const [port, isShedding] = process.argv.slice(2);
const CALL_MS = 20;
const HEALTH = "/api/health";

const app = Fastify();
app.setErrorHandler(sendError);
if (isShedding === "true") shedLoad(app, new Set([HEALTH]));
app.get(HEALTH, () => ({}));
app.get("/work", () => {
  const end = performance.now() + CALL_MS;
  while (performance.now() < end);
  return {};
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
