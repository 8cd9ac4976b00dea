import { onStop, stopChildren } from "./src/process/children";
import { runBrowserTests } from "./src/process/browser-tests";

/** Tests the specification's statements in a browser; `npm run conformance -- section-7` selects files. */

onStop(() => void stopChildren().then(() => process.exit(130)));

const { passed, failures } = await runBrowserTests("conformance", process.argv.slice(2));
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
