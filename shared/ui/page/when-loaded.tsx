import { toast } from "@conquest/shared/singletons/toast";

/** Calls back once code that comes on demand is here; tells whoever asked for it where it cannot be had. */
export const whenLoaded = (code: { load(): Promise<unknown> }, then: () => void): void =>
  void code.load().then(then, () => toast.error("This part of the page did not arrive. Please try again."));
