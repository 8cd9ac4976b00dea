import { config } from "zod";

// Zod would otherwise try `new Function` with the first schema that is made, and the site's content security policy
// reports the try. The setting is one for the whole page, also for the copies of zod in the parts.
config({ jitless: true });
