import { startPooler } from "@conquest/server/src/testing/start-pgbouncer";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";

/** Runs `work` with the variables that let server tests connect through PgBouncer to a new PostgreSQL. */
export async function withPooler<T>(work: (environment: Record<string, string>) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  try {
    const pooler = await startPooler(postgres.url);
    try {
      return await work({ TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url });
    } finally {
      await pooler.stop();
    }
  } finally {
    await postgres.stop();
  }
}
