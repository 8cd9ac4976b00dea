// The headless entry: the styled one adds a <style> element, which the site's content security policy blocks.
import { toast as show } from "react-hot-toast/headless";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("toast");

type Show = (typeof show)["success"];

/** Repeating a message renews its toast instead of adding a second one. */
const once =
  (kind: string, showKind: Show): Show =>
  (message, options) =>
    showKind(message, { ...(typeof message === "string" && { id: `${kind}: ${message}` }), ...options });

export const toast = Object.assign(once("blank", show), show, {
  success: once("success", show.success),
  error: once("error", show.error),
  loading: once("loading", show.loading),
});

export { useToaster, type Toast } from "react-hot-toast/headless";

export const TOAST_RULES = {
  duration: { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 },
  removeDelay: 1000,
  limit: 20,
} as const;
