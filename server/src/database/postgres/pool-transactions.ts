import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "../database";

/**
 * Transactions on connections of a pool. The driver's own never give a connection back that breaks as they begin, and give one
 * back that is still in its transaction where that could not be ended.
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
