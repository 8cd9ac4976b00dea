import { useId, type ReactNode, type SyntheticEvent } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Button, type ButtonVariant } from "@conquest/shared/ui/button";
import { Dialog, type DialogProps } from "@conquest/shared/ui/dialog/dialog";

interface FormDialogProps extends Omit<DialogProps, "actions"> {
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (event: SyntheticEvent) => unknown;
  variant?: ButtonVariant;
  className: string;
  below?: ReactNode;
}

/** A form in a dialog, whose buttons send it or keep the draft. */
export function FormDialog({
  submitLabel,
  isBusy,
  onSubmit,
  variant,
  className,
  below,
  children,
  ...props
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...props}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {t("Go back")}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} variant={variant}>
            {submitLabel}
          </Button>
        </>
      }>
      <form id={formId} noValidate onSubmit={(event) => void onSubmit(event)} className={className}>
        {children}
      </form>
      {below}
    </Dialog>
  );
}
