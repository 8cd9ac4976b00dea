import { openDatabase } from "../database/open-database";

/** A process that brings the database in the folder it is given up to date, and says so before it begins and when it is done. */
const { migrate, close } = await openDatabase({ dataDir: process.argv[2] });
await migrate({ steps: (steps) => void process.stdout.write(`${steps.join(",")}\n`) });
await close();
process.stdout.write("done\n");
