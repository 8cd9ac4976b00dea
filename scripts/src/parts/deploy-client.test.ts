import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { requestSite } from "./deploy-client";

const answerWith = async (error: object) => {
  const site = createServer((_request, response) =>
    response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify({ error })),
  ).listen(0, "127.0.0.1");
  await once(site, "listening");
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    return await requestSite("GET", "/mf/removals", undefined, { url, token: async () => "a token" }).catch(
      (error: Error) => error.message,
    );
  } finally {
    site.closeAllConnections();
    site.close();
  }
};

it("prints the sentences of rejected fields without that for pages", async () => {
  const message = "Check the highlighted fields and try again.";
  expect(await answerWith({ message, fields: { days: "Enter 30 or less" } })).toBe("days: Enter 30 or less");
  expect(await answerWith({ message: "No part has this version.", fields: {} })).toBe("No part has this version.");
});
