// Zod would otherwise try `new Function` with the first schema that is made, and the site's content security policy
// reports the try. All copies of zod in the page look here, where `config({ jitless: true })` would put it too: written by
// hand, it is there before any of them and brings none.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
