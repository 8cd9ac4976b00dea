import { onStop, stopChildren } from "./src/process/children";
import { runBrowserTests } from "./src/process/browser-tests";

/**
 * Tests every statement of the specification in a real browser against the site of npm start and prints the results.
 * Arguments select files: `npm run conformance -- section-7`.
 */

onStop(() => void stopChildren().then(() => process.exit(130)));

const { passed, failures } = await runBrowserTests("conformance", process.argv.slice(2));
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
