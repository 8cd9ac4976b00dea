import { Lock } from "lucide-react";
import { useState, type ChangeEvent, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { useLazyResolver } from "@conquest/shared/ui/form/use-lazy-resolver";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { toast } from "@conquest/shared/singletons/toast";
import { groupDigits, INVALID_CARD, isVisaNumber, onlyDigits, slashExpiry, TEST_CARD } from "./payment-card";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";

const importCheck = () => import(/* webpackChunkName: "payment-check" */ "./payment-check");

/** One toast id, so that the next attempt's outcome replaces the last one. */
export const PAYMENT_TOAST = { id: "payment" };

/** One box whose fields are separated by lines: the gaps show its background. */
const CARD = [
  "pu:grid pu:gap-px pu:overflow-hidden pu:rounded-md pu:border pu:border-line-strong pu:bg-line-strong",
  "pu:[&_.cq-field]:gap-1 pu:[&_.cq-field]:bg-surface pu:[&_.cq-field]:px-3 pu:[&_.cq-field]:py-2 pu:[&_.cq-control]:-mx-2 pu:[&_.cq-control]:rounded-sm pu:[&_.cq-input]:px-2",
  "pu:[&_.cq-field:not(.cq-field-invalid)_.cq-control]:border-transparent",
].join(" ");

/** Looks like the last line of a bill. */
const AMOUNT = [
  "pu:flex pu:flex-wrap pu:items-center pu:justify-between pu:border-t pu:border-line pu:pt-3",
  "pu:[&_.cq-control]:flex-[1_1_9rem] pu:[&_.cq-control]:border-transparent pu:[&_.cq-control]:bg-transparent",
  "pu:[&_.cq-input]:px-0 pu:[&_.cq-input]:text-right pu:[&_.cq-input]:text-lg pu:[&_.cq-input]:font-bold",
].join(" ");

interface Props {
  /** Whole taka. */
  amount: number;
  failure: ReactNode;
  onPay: () => Promise<void>;
}

export function PaymentForm({ amount, failure, onPay }: Props) {
  const form = useForm({
    resolver: useLazyResolver(importCheck),
    defaultValues: { card_number: "", expiry: "", cvc: "", cardholder_name: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const [isVisa, setIsVisa] = useState(false);

  const pay = form.handleSubmit(onPay, (found) => {
    if (found.card_number?.message === INVALID_CARD) toast.error(t(INVALID_CARD), PAYMENT_TOAST);
  });

  /** Formats the value, except while editing in the middle, where the cursor would jump. */
  const registerFormatted = (name: "card_number" | "expiry" | "cvc", format: (typed: string) => string) =>
    form.register(name, {
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        if (name === "card_number") setIsVisa(isVisaNumber(target.value));
        // Only the typed value is revalidated by itself; the formatted one must be validated explicitly.
        if (target.selectionStart === target.value.length)
          form.setValue(name, format(target.value), { shouldValidate: form.formState.isSubmitted });
      },
    });

  return (
    <form onSubmit={(event) => void pay(event)} noValidate aria-label={t("Payment")} className="cq-form">
      <fieldset>
        <legend className="cq-label">{t("Card details")}</legend>
        <div className={CARD}>
          <TextField
            label={t("Card number")}
            inputMode="numeric"
            autoComplete="off"
            required
            hint={t("Use the test card {number}, any future date and any 3-digit CVC.", {
              number: groupDigits(TEST_CARD),
            })}
            error={errors.card_number?.message && t(errors.card_number.message)}
            after={isVisa && <strong>Visa</strong>}
            {...registerFormatted("card_number", groupDigits)}
          />
          <div className="pu:grid pu:grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] pu:gap-px">
            <TextField
              label={t("Expiry")}
              placeholder={t("MM/YY")}
              inputMode="numeric"
              autoComplete="off"
              required
              error={errors.expiry?.message && t(errors.expiry.message)}
              {...registerFormatted("expiry", slashExpiry)}
            />
            <TextField
              label="CVC"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              required
              error={errors.cvc?.message && t(errors.cvc.message)}
              {...registerFormatted("cvc", onlyDigits)}
            />
          </div>
          <TextField label={t("Cardholder name")} autoComplete="off" required {...fieldOf(form, "cardholder_name")} />
        </div>
      </fieldset>
      <TextField label={t("Amount")} name="amount" readOnly value={formatTaka(amount)} className={AMOUNT} />
      {/* Beside the button: on phones the top of the page is out of sight when it is pressed. */}
      {!isSubmitting && failure}
      <Button type="submit" size="lg" isBusy={isSubmitting}>
        {!isSubmitting && <Lock aria-hidden size={18} />}
        {isSubmitting ? t("Paying…") : t("Pay {amount}", { amount: formatTaka(amount) })}
      </Button>
    </form>
  );
}
