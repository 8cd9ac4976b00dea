interface SharedModule {
  from: string;
  useIn?: string[];
  loaded?: unknown;
}

export interface SharedRow {
  name: string;
  version: string;
  from: string;
  usedBy: string[];
}

// Replaced by webpack, see https://webpack.js.org/api/module-variables/
declare const __webpack_share_scopes__: Record<string, Record<string, Record<string, SharedModule>>> | undefined;

const partName = (container: string) => container.replaceAll("_", "-");

export function sharedModules(): SharedRow[] {
  const scope = typeof __webpack_share_scopes__ === "undefined" ? {} : (__webpack_share_scopes__["default"] ?? {});
  return Object.entries(scope)
    .flatMap(([name, versions]) =>
      Object.entries(versions).map(([version, { from, useIn = [] }]) => ({
        name,
        version,
        from: partName(from),
        usedBy: [...new Set(useIn.map(partName))].sort(),
      })),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
