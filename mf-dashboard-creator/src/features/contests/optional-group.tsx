import { useEffect, useId, useImperativeHandle, useRef, type ReactNode, type Ref, type RefObject } from "react";
import { CircleAlert } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { describedBy } from "@conquest/shared/ui/form/field-frame";

/** Errors of a group and of its parts, as react-hook-form has them. */
export type GroupError<Part extends PropertyKey, Error = { message?: string }> = { message?: string } & Partial<
  Record<Part, Error>
>;

/** Focuses the group for a form, and then its first invalid input, once the errors are rendered. */
export function useGroupFocus(
  ref: Ref<{ focus: () => void }> | undefined,
  group: RefObject<HTMLFieldSetElement | null>,
): void {
  const wantsFirstError = useRef(false);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        group.current?.focus();
        wantsFirstError.current = true;
      },
    }),
    [group],
  );
  useEffect(() => {
    if (wantsFirstError.current && document.activeElement === group.current)
      group.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    wantsFirstError.current = false;
  });
}

interface Props {
  /** Can be focused when the group has an error. */
  ref: Ref<HTMLFieldSetElement>;
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

export function OptionalGroup({ ref, name, label, hint, error, children }: Props) {
  const id = useId();
  return (
    <fieldset
      ref={ref}
      name={name}
      tabIndex={-1}
      aria-describedby={describedBy(id, error, hint)}
      className="cq-field dc:min-w-0">
      <legend className="cq-label">
        {label}
        <span className="cq-label-note"> {t("(optional)")}</span>
      </legend>
      {hint && (
        <p className="cq-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <p className="cq-error" id={`${id}-error`} aria-live="polite">
        {error && (
          <>
            <CircleAlert aria-hidden="true" size={15} />
            <span>{t(error)}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}
