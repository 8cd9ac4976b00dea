// The headless entry: the styled one writes a <style> element, which the site's content security policy refuses.
import { toast } from "react-hot-toast/headless";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("toast");

export { toast };
export { useToaster, type Toast } from "react-hot-toast/headless";

/** How each kind of toast behaves, in milliseconds and pixels. */
export const TOAST_RULES = {
  duration: { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 },
  removeDelay: 1000,
  limit: 20,
  maxWidth: 350,
} as const;
