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
