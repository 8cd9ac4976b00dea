/** Replaces library modules that are imported but never used by a page. */
export default () => undefined;

// axios
export const getFetch = undefined;

// @module-federation/error-codes
export const buildDescMap = {};
export const errorDescMap = {};
export const runtimeDescMap = {};
export const typeDescMap = {};

// @module-federation/runtime-core
export const defaultPreloadArgs = undefined;
export const formatPreloadArgs = undefined;
export const getRemoteEntry = undefined;
export const getRemoteEntryUniqueKey = undefined;
export const getRemoteInfo = undefined;
export const isEsmRemoteType = undefined;
export const normalizePreloadExposes = undefined;
export const preloadAssets = undefined;

// @module-federation/sdk
export const createLink = undefined;
export const createScript = undefined;
export const isStaticResourcesEqual = undefined;
export const loadScript = undefined;
export const safeWrapper = undefined;
