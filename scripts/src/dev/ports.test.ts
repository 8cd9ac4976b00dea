import { freePort } from "../process/ports";
import { findPortProblems, listenOnLocalhost, readPorts } from "./ports";

const environment = { ...process.env };
afterEach(() => void (process.env = { ...environment }));

it("reads ports from the environment or the parts' package.json", async () => {
  process.env = { ...environment, PORT: "4700", MF_PUBLIC_PORT: "4701", SERVER_PORT: "" };
  const { site, server, parts } = await readPorts(["shell", "mf-public"]);
  expect([site, server, parts.get("mf-public"), parts.get("shell")]).toEqual([4700, 4000, 4701, 3100]);
});

it("names each unavailable port and the variable that changes it", async () => {
  const [taken, free, twice] = [await freePort(), await freePort(), await freePort()];
  const servers = await listenOnLocalhost(() => undefined, taken);
  const troubles = await findPortProblems(
    { site: free, server: taken, identity: twice, parts: new Map([["mf-public", twice]]) },
    ["mf-public"],
  );
  servers.forEach((server) => server.close());
  expect(troubles).toEqual([
    `Port ${twice} (for mf-public) is used twice. Choose another port with MF_PUBLIC_PORT.`,
    `Port ${taken} (for the server) is in use by another program. Stop it, or choose another port: SERVER_PORT=${taken + 100} npm run dev`,
  ]);
});
