// Zod otherwise tries `new Function`, which the CSP reports. This global equals `config({ jitless: true })` for all
// copies of zod, without importing one.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
