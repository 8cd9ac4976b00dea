import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { deployTokens } from "../../database/schema/releases";
import type { Deps } from "../../platform/deps";
import { HttpError } from "../../platform/errors";

/** Matches every part: an operator's token, which can also create tokens. */
export const EVERY_PART = "*";

export interface Deployer {
  part: string;
  /** Name in the history; null for a configured token, which has no holder. */
  holder: string | null;
}

/** A fast hash is safe because tokens have 256 random bits. */
const newToken = () => `cqd_${randomBytes(32).toString("base64url")}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest();

export const tokenError = (of: string) => new HttpError(401, "no_deploy_token", `This needs ${of}.`);

const shown = {
  id: deployTokens.id,
  part: deployTokens.part,
  holder: deployTokens.holder,
  createdAt: deployTokens.createdAt,
  revokedAt: deployTokens.revokedAt,
};

export function deployTokensRepository({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) {
  const configured = Object.entries(config.deployTokens).map(([part, token]) => ({ part, hash: sha256(token) }));

  async function deployerOf(request: FastifyRequest): Promise<Deployer | null> {
    const tokenHash = sha256(String(request.headers.authorization ?? "").replace(/^Bearer /i, ""));
    const known = configured.find(({ hash }) => timingSafeEqual(hash, tokenHash));
    if (known) return { part: known.part, holder: null };
    const [stored] = await db
      .select({ part: deployTokens.part, holder: deployTokens.holder })
      .from(deployTokens)
      .where(and(eq(deployTokens.hash, tokenHash.toString("hex")), isNull(deployTokens.revokedAt)));
    return stored ?? null;
  }

  return {
    deployerOf,

    assertMayRelease({ part }: Deployer, wanted: string): void {
      if (part !== wanted && part !== EVERY_PART) throw tokenError(`a deploy token of ${wanted}`);
    },

    assertOperator({ part }: Deployer): void {
      if (part !== EVERY_PART) throw tokenError("an operator's deploy token, one of every part");
    },

    /** The only response that contains the token. */
    async create(part: string, holder: string): Promise<{ id: string; token: string }> {
      const token = newToken();
      const [row] = await db
        .insert(deployTokens)
        .values({ part, holder, hash: sha256(token).toString("hex"), createdAt: clock.now() })
        .returning({ id: deployTokens.id });
      return { id: row!.id, token };
    },

    list: () => db.select(shown).from(deployTokens).orderBy(asc(deployTokens.createdAt), asc(deployTokens.id)),

    /** Keeps the time of an earlier revocation; null if the token does not exist. */
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
