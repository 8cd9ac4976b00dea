import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "../database";

/**
 * Drizzle's own transactions leak a connection that breaks during "begin", and release one whose transaction could not
 * be ended.
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
