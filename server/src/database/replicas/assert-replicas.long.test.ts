import { createDatabase } from "../../testing/postgres-databases";
import { startReplicatedDatabase, untilReplayed, type ReplicatedDatabase } from "../../testing/replicated-database";
import { startPostgres } from "../../testing/start-postgres";
import { describeOnPostgres } from "../../testing/test-server";
import { openDatabase } from "../open-database";
import { explainUnusable } from "../postgres/unusable-database";

describeOnPostgres("read replicas at the start of a server", () => {
  let cluster: ReplicatedDatabase;
  beforeAll(async () => {
    cluster = await startReplicatedDatabase([["fsync=off"]]);
  }, 60_000);
  afterAll(() => cluster.stop());

  /** Why a server with this replica does not start. */
  async function failureOf(readUrl: string): Promise<string | null> {
    const database = await openDatabase({ url: cluster.primary.url, readUrls: [readUrl] });
    const failure = await database.assertConnections().then(() => "accepted", explainUnusable);
    await database.close();
    return failure;
  }

  it("are refused if they have another database", async () => {
    const other = await startPostgres();
    const { url: sibling } = await createDatabase(cluster.primary.url);
    await untilReplayed(cluster);
    const { pathname } = new URL(sibling);
    const siblingReplica = cluster.readUrls[0]!.replace("/postgres?", `${pathname}?`);
    try {
      for (const url of [other.url, siblingReplica])
        expect(await failureOf(url)).toMatch(
          /^DATABASE_READ_URLS must name streaming replicas of the database of DATABASE_URL/,
        );
    } finally {
      await other.stop();
    }
  });

  it("are refused if they reject the database or the role", async () => {
    const url = cluster.readUrls[0]!;
    const sentence = "DATABASE_READ_URLS must name a database, a role and its password, but";
    const failures = [
      await failureOf(url.replace("/postgres?", "/missing?")),
      await failureOf(url.replace("postgres://postgres@", "postgres://missing@")),
    ];
    expect(failures).toEqual([
      expect.stringMatching(`^${sentence} .* rejects the connection: database "missing" does not exist.$`),
      expect.stringMatching(`^${sentence} .* rejects the connection: role "missing" does not exist.$`),
    ]);
  });

  it("may be unreachable when the server starts", async () => {
    const changes: string[] = [];
    const database = await openDatabase({
      url: cluster.primary.url,
      readUrls: ["postgres://postgres@127.0.0.1:1/postgres"],
      onReplicaChange: (...change) => changes.push(change.join(" ")),
    });
    await database.assertConnections();
    expect(await database.replicas.read(async () => database.replicas.currentSource())).toBe(0);
    expect(changes).toEqual(["127.0.0.1:1 unreachable ECONNREFUSED"]);
    await database.close();
  });
});
