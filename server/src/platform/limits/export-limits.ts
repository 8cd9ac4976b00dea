import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { message } from "@conquest/shared/contracts/text/message";
import { throwUnavailable } from "../errors";
import type { Page, PageQuery } from "../lists/keyset-page";
import { createFairSemaphore, createInFlightCounter } from "../concurrency/fair-semaphore";

/** Database connections for exports; the others stay free for page requests. */
const MAX_CONCURRENT_READS = 2;
const MAX_EXPORTS_PER_USER = 3;

export interface ExportLimits {
  /** Counts the stream as an export; throws 503 beyond the limit. Slow readers hold no database resources. */
  begin(person: { id: string }, open: () => Promise<Readable>): Promise<Readable>;
  runRead<T>(read: () => Promise<T>): Promise<T>;
  /** Yields all rows in pages; the next page is read after the previous one was consumed. */
  inPages<Row>(read: (after: Row | null) => Promise<Row[]>, size: number): AsyncGenerator<Row[]>;
  inListPages<Row>(read: (query: PageQuery) => Promise<Page<Row>>, size: number): AsyncGenerator<Row[]>;
}

declare module "fastify" {
  interface FastifyInstance {
    exports: ExportLimits;
  }
}

/** Adds `app.exports` for CSV tables and archives, which are expensive and not urgent. */
export function registerExportLimits(app: FastifyInstance): void {
  const running = createInFlightCounter();
  const runLimited = createFairSemaphore(MAX_CONCURRENT_READS);

  app.decorate("exports", {
    runRead: runLimited,

    async begin({ id }, open) {
      if (running.of(id) >= MAX_EXPORTS_PER_USER)
        throwUnavailable("busy", message("Another download is still running. Try again when it finishes."));
      const end = running.begin(id);
      try {
        const content = (await open()).once("close", end);
        // Most exports write an audit entry.
        await app.replicas.recordWrite(id);
        return content;
      } catch (error) {
        end();
        throw error;
      }
    },

    async *inPages<Row>(read: (after: Row | null) => Promise<Row[]>, size: number) {
      for (let after: Row | null = null; ;) {
        const from: Row | null = after;
        const rows: Row[] = await runLimited(() => read(from));
        yield rows;
        after = rows.at(-1) ?? null;
        if (rows.length < size) return;
      }
    },

    async *inListPages<Row>(read: (query: PageQuery) => Promise<Page<Row>>, size: number) {
      for (let cursor: string | null | undefined; cursor !== null;) {
        const from: string | undefined = cursor;
        const page: Page<Row> = await runLimited(() => read({ limit: size, cursor: from }));
        yield page.items;
        cursor = page.nextCursor;
      }
    },
  } satisfies ExportLimits);
}
