// Zod otherwise tries `new Function` for the first schema, which the CSP reports. All copies of zod read this global, which
// `config({ jitless: true })` also sets; setting it directly works before any copy is loaded, without importing one.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
