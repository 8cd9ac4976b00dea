import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import { toast } from "@conquest/shared/singletons/toast";

const CANNOT_CHECK = "What you typed could not be checked. Please check your connection and try again.";

/**
 * The check of a form, for useForm's `resolver`, whose code comes when somebody turns to a field: with it comes the validator,
 * which nobody needs who only looks at the page. `importIt` is the same function each time.
 */
export function useLazyResolver<Input extends FieldValues, Context, Output>(
  importIt: () => Promise<{ check: Resolver<Input, Context, Output> }>,
): Resolver<Input, Context, Output> {
  useEffect(() => {
    // What cannot be had now is asked for again when the form is sent.
    const begin = () => void importIt().catch(() => undefined);
    document.addEventListener("focusin", begin, { once: true });
    document.addEventListener("pointerdown", begin, { once: true });
    return () => {
      document.removeEventListener("focusin", begin);
      document.removeEventListener("pointerdown", begin);
    };
  }, [importIt]);

  return async (values, context, options) => {
    try {
      const { check } = await importIt();
      return await check(values, context, options);
    } catch {
      toast.error(CANNOT_CHECK);
      return { values: {}, errors: { root: { type: "unchecked", message: CANNOT_CHECK } } } as Awaited<
        ReturnType<Resolver<Input, Context, Output>>
      >;
    }
  };
}
