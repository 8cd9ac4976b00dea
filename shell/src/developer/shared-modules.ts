/** A module of which the page has one, as the federation runtime keeps it. */
interface SharedModule {
  from: string;
  useIn?: string[];
  loaded?: unknown;
}

export interface SharedRow {
  name: string;
  version: string;
  /** Whose copy it is. */
  from: string;
  /** Who has asked for it. */
  usedBy: string[];
}

// The build puts in what it stands for: https://webpack.js.org/api/module-variables/
declare const __webpack_share_scopes__: Record<string, Record<string, Record<string, SharedModule>>> | undefined;

const partName = (container: string) => container.replaceAll("_", "-");

/** What parts of this page share, each with its version, whose copy it is and who uses it. */
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
