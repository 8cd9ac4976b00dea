/** The day of the release that last changed the terms of use. New accounts store it as the version they accepted. */
export const TERMS_VERSION = "2026-11-29";
