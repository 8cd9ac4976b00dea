import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import { msg, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";

const CANNOT_CHECK = msg("Couldn't check what you typed. Check your connection and try again.");

/** Loads a validator on first interaction, as most visitors don't need it. `importIt` must be referentially stable. */
export function useLazyResolver<Input extends FieldValues, Context, Output>(
  importIt: () => Promise<{ check: Resolver<Input, Context, Output> }>,
): Resolver<Input, Context, Output> {
  useEffect(() => {
    // Preloads; retried on submission if it fails.
    const preload = () => void importIt().catch(() => undefined);
    document.addEventListener("focusin", preload, { once: true });
    document.addEventListener("pointerdown", preload, { once: true });
    return () => {
      document.removeEventListener("focusin", preload);
      document.removeEventListener("pointerdown", preload);
    };
  }, [importIt]);

  return async (values, context, options) => {
    try {
      const { check } = await importIt();
      return await check(values, context, options);
    } catch {
      const message = t(CANNOT_CHECK);
      toast.error(message);
      return { values: {}, errors: { root: { type: "unchecked", message } } } as Awaited<
        ReturnType<Resolver<Input, Context, Output>>
      >;
    }
  };
}
