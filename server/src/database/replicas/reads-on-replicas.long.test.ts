import { allEndpoints } from "../../testing/all-endpoints";
import {
  startReplicatedDatabase,
  until,
  untilReplayed,
  type ReplicatedDatabase,
} from "../../testing/replicated-database";
import { ACCESS_MATRIX } from "../../testing/safety/access-matrix";
import { createAllRoles } from "../../testing/safety/all-roles";
import { describeOnPostgres, testServer, type Person } from "../../testing/test-server";
import { openDatabase, type OpenDatabase } from "../open-database";

const READERS = ["visitor", "participant", "owner", "admin"] as const;
const STRANGER: Person = { id: "none", uid: "none", email: "stranger@example.com", name: "Stranger", cookie: "" };

describeOnPostgres("every call that reads", () => {
  let cluster: ReplicatedDatabase;
  let database: OpenDatabase;
  const site = testServer({
    config: { requestsPerMinute: 1_000_000 },
    async open() {
      cluster = await startReplicatedDatabase([["fsync=off"]]);
      database = await openDatabase({ url: cluster.primary.url, readUrls: cluster.readUrls, maxReplicaLagMs: 60_000 });
      await database.assertConnections();
      return database;
    },
  });
  afterAll(() => cluster.stop());

  it("runs on a standby as it does on the primary", async () => {
    const { replicas } = database;
    const world = await createAllRoles(site);
    await untilReplayed(cluster);
    await until(() => replicas.status().replicas[0]!.state === "in use", "in use");
    const before = replicas.status();
    const failed: string[] = [];
    const onReplica = new Set<string>();
    for (const { method, path } of allEndpoints.filter(({ method }) => method === "GET")) {
      for (const caller of READERS) {
        const person = world.people[caller];
        const { params = {}, query = {} } = ACCESS_MATRIX[`${method} ${path}`]!.ask?.(world, person ?? STRANGER) ?? {};
        const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
        const { reads } = replicas.status().replicas[0]!;
        const { statusCode } = await site.app.inject({
          url: `/api${address}?${new URLSearchParams(query).toString()}`,
          headers: { ...(person && { cookie: person.cookie }) },
        });
        if (statusCode >= 500) failed.push(`${path} as ${caller}: ${statusCode}`);
        if (replicas.status().replicas[0]!.reads > reads) onReplica.add(path);
      }
    }
    expect(failed).toEqual([]);
    expect(replicas.status().repeated).toBe(before.repeated);
    // Both kinds: visitors' responses and lists of users.
    expect([...onReplica]).toEqual(expect.arrayContaining(["/contest-details/:id", "/my-contests/:email", "/notices"]));
    expect(onReplica.size).toBeGreaterThan(20);
  });
});
