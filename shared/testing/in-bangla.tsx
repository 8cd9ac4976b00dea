import type { Catalog } from "@conquest/shared/contracts/parts/languages";
import { provideLanguage } from "@conquest/shared/singletons/language";
import shared from "../messages/common.bn.json";

/** Runs the tests of this file or `describe` in Bangla, with the shared catalog and these. */
export function inBangla(...catalogs: readonly Catalog[]): void {
  beforeEach(() => provideLanguage("bn", [...catalogs, shared]));
  afterEach(() => provideLanguage("en", []));
}
