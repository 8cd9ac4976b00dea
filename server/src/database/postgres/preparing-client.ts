import type { Socket } from "node:net";
import pg from "pg";
import { statementNames } from "../statement-names";

const nameOf = statementNames();

/**
 * Prepares repeated statements, and closes after a query timeout, because later queries would wait for that response.
 */
export class PreparingClient extends pg.Client {
  #asked = { at: performance.now(), heard: 0 };

  /** Time of the last query if no data was received since, by performance.now(); null otherwise. */
  get unheardSince(): number | null {
    return this.#asked.heard === this.heard ? this.#asked.at : null;
  }

  get heard(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  override query(...args: unknown[]): never {
    const [config, ...rest] = args;
    this.#asked = { at: performance.now(), heard: this.heard };
    const isStatement = typeof config === "object" && config !== null && "text" in config && !("submit" in config);
    const { text, name = undefined } = (isStatement ? config : {}) as { text?: string; name?: string };
    const runQuery = super.query.bind(this) as (...args: unknown[]) => never;
    const result: unknown =
      !text || name ? runQuery(...args) : runQuery({ ...(config as object), name: nameOf(text) }, ...rest);
    if (result instanceof Promise) result.catch((error: Error) => this.#endUnanswered(error));
    return result as never;
  }

  #endUnanswered({ message }: Error): void {
    if (message === "Query read timeout") this.connection.stream.destroy();
  }
}
