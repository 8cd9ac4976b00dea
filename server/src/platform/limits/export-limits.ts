import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { unavailable } from "../errors";
import { createFairSemaphore } from "../concurrency/fair-semaphore";
import { createInFlightCounter } from "./in-flight-counter";

/** Of the connections to the database: the others are for those who wait for a page. */
const MOST_READS = 2;
/** Exports of one person at the same time. */
const MOST_OF_A_PERSON = 3;

export interface ExportLimits {
  /**
   * Counts what this opens as an export of that person until it is read or given up; refuses one more than they may have (503).
   * However slowly it is read, it holds nothing of the database: it reads in turn, a page at a time.
   */
  begin(person: { id: string }, open: () => Promise<Readable>): Promise<Readable>;
  /** Reads when it is its turn among all exports of this server. */
  inTurn<T>(read: () => Promise<T>): Promise<T>;
  /** All rows, of which `read` answers so many after one; the next when those before were taken. */
  inPages<Row>(read: (after: Row | null) => Promise<Row[]>, size: number): AsyncGenerator<Row[]>;
}

declare module "fastify" {
  interface FastifyInstance {
    exports: ExportLimits;
  }
}

/** Adds `app.exports`: tables and archives of everything, which take much and are not urgent. */
export function registerExportLimits(app: FastifyInstance): void {
  const running = createInFlightCounter();
  const inTurn = createFairSemaphore(MOST_READS);

  app.decorate("exports", {
    inTurn,

    async begin({ id }, open) {
      if (running.of(id) >= MOST_OF_A_PERSON)
        unavailable("busy", "Your other tables are still on their way. Please try again when one of them has come.");
      const end = running.begin(id);
      try {
        return (await open()).once("close", end);
      } catch (error) {
        end();
        throw error;
      }
    },

    async *inPages<Row>(read: (after: Row | null) => Promise<Row[]>, size: number) {
      for (let after: Row | null = null; ;) {
        const from: Row | null = after;
        const rows: Row[] = await inTurn(() => read(from));
        yield rows;
        after = rows.at(-1) ?? null;
        if (rows.length < size) return;
      }
    },
  } satisfies ExportLimits);
}
