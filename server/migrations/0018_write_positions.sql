-- Unlogged, like counted_uses: a lost position only sends reads to the primary.
CREATE UNLOGGED TABLE "write_positions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"position" "pg_lsn" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
