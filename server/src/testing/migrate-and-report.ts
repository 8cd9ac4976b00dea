import { openDatabase } from "../database/open-database";

const { migrate, close } = await openDatabase({ dataDir: process.argv[2] });
await migrate({ steps: (steps) => void process.stdout.write(`${steps.join(",")}\n`) });
await close();
process.stdout.write("done\n");
