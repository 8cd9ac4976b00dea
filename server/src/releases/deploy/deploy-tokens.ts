import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { deployTokens } from "../../database/schema/releases";
import type { Deps } from "../../platform/deps";
import { HttpError } from "../../platform/errors";

/** Stands for every part: who holds it runs the site, and gives teams their tokens. */
export const EVERY_PART = "*";

/** Whose token it is. */
export interface Deployer {
  part: string;
  /** As the history names them; null for a token of the configuration, which says nothing of its holder. */
  holder: string | null;
}

/** 256 random bits: nobody guesses one, so that the hash may be a fast one. */
const newToken = () => `cqd_${randomBytes(32).toString("base64url")}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest();

export const noToken = (of: string) => new HttpError(401, "no_deploy_token", `This needs ${of}.`);

const shown = {
  id: deployTokens.id,
  part: deployTokens.part,
  holder: deployTokens.holder,
  createdAt: deployTokens.createdAt,
  revokedAt: deployTokens.revokedAt,
};

/** Tokens by which teams release their parts: those of the configuration, and those that an operator has made. */
export function deployTokensRepository({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) {
  const configured = Object.entries(config.deployTokens).map(([part, token]) => ({ part, hash: sha256(token) }));

  /** Null for whoever brings no token that is good. */
  async function deployerOf(request: FastifyRequest): Promise<Deployer | null> {
    const given = sha256(String(request.headers.authorization ?? "").replace(/^Bearer /i, ""));
    const known = configured.find(({ hash }) => timingSafeEqual(hash, given));
    if (known) return { part: known.part, holder: null };
    const [made] = await db
      .select({ part: deployTokens.part, holder: deployTokens.holder })
      .from(deployTokens)
      .where(and(eq(deployTokens.hash, given.toString("hex")), isNull(deployTokens.revokedAt)));
    return made ?? null;
  }

  return {
    deployerOf,

    /** Refuses who may not release this part. */
    assertMayRelease({ part }: Deployer, wanted: string): void {
      if (part !== wanted && part !== EVERY_PART) throw noToken(`a deploy token of ${wanted}`);
    },

    /** Refuses who may not make tokens. */
    assertOperator({ part }: Deployer): void {
      if (part !== EVERY_PART) throw noToken("an operator's deploy token, one of every part");
    },

    /** The only time that the token is told. */
    async create(part: string, holder: string): Promise<{ id: string; token: string }> {
      const token = newToken();
      const [row] = await db
        .insert(deployTokens)
        .values({ part, holder, hash: sha256(token).toString("hex"), createdAt: clock.now() })
        .returning({ id: deployTokens.id });
      return { id: row!.id, token };
    },

    list: () => db.select(shown).from(deployTokens).orderBy(asc(deployTokens.createdAt), asc(deployTokens.id)),

    /** What is revoked already stays as it was. Null when there is no such token. */
    async revoke(id: string) {
      await db
        .update(deployTokens)
        .set({ revokedAt: clock.now() })
        .where(and(eq(deployTokens.id, id), isNull(deployTokens.revokedAt)));
      const [row] = await db.select(shown).from(deployTokens).where(eq(deployTokens.id, id));
      return row ?? null;
    },
  };
}
