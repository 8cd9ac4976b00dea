import { setFlagsFromString } from "node:v8";
import {
  PGlite,
  parse,
  protocol,
  types,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { statementNames } from "./statement-names";

export const EXTENSIONS = { pg_trgm };

const { serialize } = protocol;

// By default, V8 optimizes hundreds of functions while a database opens, which takes longer than opening it.
setFlagsFromString("--wasm-tiering-budget=1000000000");

/** PGlite's own conversion works byte by byte, which takes a second for the files of one build. */
const BYTES = {
  serializers: {
    [types.BYTEA]: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
      `\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), "hex") },
};

interface Prepared {
  name: string;
  types: number[];
}

export class PreparingPGlite extends PGlite {
  readonly #nameOf = statementNames();
  readonly #prepared = new Map<string, Prepared>();
  #isInTransaction = false;

  constructor(options: PGliteOptions) {
    super({ ...options, ...BYTES });
  }

  override async query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    const name = this.#nameOf(text);
    if (!name) return super.query<T>(text, values as never, options);
    await this._checkReady();
    return this._runExclusiveTransaction(() => this.#run<T>(name, text, values, options));
  }

  override transaction<T>(act: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction(async (tx) => {
      const query: Transaction["query"] = <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        const name = tx.closed ? undefined : this.#nameOf(text);
        return name ? this.#run<Row>(name, text, values, options) : tx.query<Row>(text, values as never, options);
      };
      this.#isInTransaction = true;
      try {
        return await act(new Proxy(tx, { get: (target, key) => (key === "query" ? query : Reflect.get(target, key)) }));
      } finally {
        this.#isInTransaction = false;
      }
    });
  }

  #run<T>(name: string, text: string, values: unknown[], options: QueryOptions | undefined) {
    return this._runExclusiveQuery(async () => {
      const statement = this.#prepared.get(text) ?? (await this.#prepare(name, text));
      const texts = values.map((value, index) => {
        if (value === null || value === undefined) return null;
        const write = options?.serializers?.[statement.types[index]!] ?? this.serializers[statement.types[index]!];
        return write ? write(value) : String(value);
      });
      // Sent as one message, because each message is a round trip into WebAssembly.
      const messages = [
        serialize.bind({ statement: statement.name, values: texts }),
        serialize.describe({ type: "P" }),
        serialize.execute(),
        serialize.sync(),
      ];
      const responses = await this.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
      if (!this.#isInTransaction) await this.syncToFs();
      return parse.parseResults(responses, this.parsers, options)[0] as Results<T>;
    });
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const messages = [serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()];
    const responses = await this.execProtocolStream(Buffer.concat(messages), { syncToFs: false });
    const prepared = { name, types: parse.parseDescribeStatementResults(responses) };
    this.#prepared.set(text, prepared);
    return prepared;
  }
}
