import type { FieldValues, Path, RegisterOptions, UseFormReturn } from "react-hook-form";
import { ApiError } from "@conquest/shared/singletons/http";
import { errorMessage } from "@conquest/shared/ui/format/text";

export const fieldOf = <Values extends FieldValues, Name extends Path<Values>, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) => ({
  ...form.register(name, options),
  error: (form.formState.errors as Partial<Record<string, { message?: string }>>)[name]?.message,
});

/** Shows the server's errors of these fields and their parts. Returns the message of any other error, or null. */
export function showFieldErrors<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  ...names: Path<Values>[]
): string | null {
  const fields = error instanceof ApiError ? error.fields : {};
  const shown = Object.keys(fields).filter((path) => names.some((name) => `${path}.`.startsWith(`${name}.`)));
  for (const path of shown) setError(path as Path<Values>, { message: fields[path] });
  return shown.length > 0 ? null : errorMessage(error);
}
