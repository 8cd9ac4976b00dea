import { toast } from "@conquest/shared/singletons/toast";

export const whenLoaded = (code: { load(): Promise<unknown> }, then: () => void): void =>
  void code.load().then(then, () => toast.error("This part of the page did not arrive. Please try again."));
