import type { Socket } from "node:net";
import pg from "pg";
import { statementNames } from "../statement-names";

// The same on every connection, each of which prepares what it is asked.
const nameOf = statementNames();

/**
 * A connection to PostgreSQL which has each statement that comes again parsed only once, and which ends with a statement that is
 * not answered in time: what is asked after it would wait for that answer.
 */
export class PreparingClient extends pg.Client {
  #asked = { at: performance.now(), heard: 0 };

  /** When it was last asked, by the clock of this process, if nothing was heard of the database since; null otherwise. */
  get unheardSince(): number | null {
    return this.#asked.heard === this.heard ? this.#asked.at : null;
  }

  /** How many bytes the database has said. */
  get heard(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  // As the driver declares it: one of many forms, which it tells apart itself.
  override query(...given: unknown[]): never {
    const [config, ...rest] = given;
    this.#asked = { at: performance.now(), heard: this.heard };
    const isStatement = typeof config === "object" && config !== null && "text" in config && !("submit" in config);
    const { text, name = undefined } = (isStatement ? config : {}) as { text?: string; name?: string };
    const ask = super.query.bind(this) as (...args: unknown[]) => never;
    const asked: unknown = !text || name ? ask(...given) : ask({ ...(config as object), name: nameOf(text) }, ...rest);
    if (asked instanceof Promise) asked.catch((error: Error) => this.#endUnanswered(error));
    return asked as never;
  }

  #endUnanswered({ message }: Error): void {
    if (message === "Query read timeout") this.connection.stream.destroy();
  }
}
