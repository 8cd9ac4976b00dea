/** Also used for server-side rendering, so that the markup matches. */
export const ICON_REPLACEMENT = { library: "lucide-react", modules: ["createLucideIcon.mjs"], shim: "lucide-icon.mjs" };

/**
 * Library modules replaced by smaller shims. Requests use XMLHttpRequest with JSON or raw files, icons have only a
 * size, and schemas only validate. shell/src/remote-part loads the remotes' scripts.
 */
export const REPLACEMENTS = [
  {
    library: "axios",
    modules: [
      "axios/lib/adapters/fetch.js",
      "axios/lib/core/assertParamsAcyclic.js",
      "axios/lib/helpers/cookies.js",
      "axios/lib/helpers/formDataToJSON.js",
      "axios/lib/helpers/isURLSameOrigin.js",
      "axios/lib/helpers/toFormData.js",
      "axios/lib/helpers/toURLEncodedForm.js",
    ],
    shim: "nothing.mjs",
  },
  { library: "axios", modules: ["axios/lib/helpers/AxiosURLSearchParams.js"], shim: "search-params.mjs" },
  { library: "axios", modules: ["axios/lib/helpers/validator.js"], shim: "plain.mjs" },
  ICON_REPLACEMENT,
  {
    library: "zod",
    modules: [
      "zod/v4/core/json-schema-generator.js",
      "zod/v4/core/json-schema-processors.js",
      "zod/v4/core/to-json-schema.js",
    ],
    shim: "json-schema.mjs",
  },
  {
    library: "@module-federation/runtime-core",
    modules: [
      "@module-federation/runtime-core/dist/utils/load.js",
      "@module-federation/runtime-core/dist/utils/preload.js",
    ],
    shim: "nothing.mjs",
  },
  { library: "@module-federation/sdk", modules: ["@module-federation/sdk/dist/dom.js"], shim: "nothing.mjs" },
  { library: "@module-federation/sdk", modules: ["@module-federation/sdk/dist/logger.js"], shim: "plain.mjs" },
  // Errors still contain their code and the URL of the documentation.
  {
    library: "@module-federation/error-codes",
    modules: ["@module-federation/error-codes/dist/desc.mjs"],
    shim: "nothing.mjs",
  },
];
