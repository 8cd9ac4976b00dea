import { openDatabase } from "../database/open-database";

/** Migrates the database in the given folder with the migrations of another, and prints when it starts and finishes. */
const [, , dataDir, migrations] = process.argv;
const { migrate, close } = await openDatabase({ dataDir, migrations });
await migrate({ steps: (steps) => void process.stdout.write(`${steps.join(",")}\n`) });
await close();
process.stdout.write("done\n");
