import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "../database";

/**
 * Runs transactions on pool connections. Drizzle's own implementation leaks a connection that breaks during "begin",
 * and releases one whose transaction could not be ended.
 */
export const poolTransactions =
  (pool: pg.Pool): Database["transaction"] =>
  async (work, config) => {
    const client = await pool.connect();
    let isBegun = false;
    try {
      return await (drizzle({ client }) as unknown as Database).transaction((tx) => {
        isBegun = true;
        return work(tx);
      }, config);
    } finally {
      client.release(!isBegun || client.getTransactionStatus() !== "I");
    }
  };
