import { toast } from "@conquest/shared/singletons/toast";

/** Calls back once a lazy chunk is loaded; shows an error toast if it fails. */
export const whenLoaded = (code: { load(): Promise<unknown> }, then: () => void): void =>
  void code.load().then(then, () => toast.error("This part of the page did not arrive. Please try again."));
