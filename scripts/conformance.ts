import { onStop, stopChildren } from "./src/process/children";
import { runBrowserTests } from "./src/process/browser-tests";

/**
 * Tries every statement of the specification in a real browser against the site as npm start runs it, and prints the table:
 * section, statement, holds or not. Arguments choose files: `npm run conformance -- section-7`.
 */

onStop(() => void stopChildren().then(() => process.exit(130)));

const { passed, failures } = await runBrowserTests("conformance", process.argv.slice(2));
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
