import type { z } from "zod";
import type { receipt } from "@conquest/shared/contracts/payments";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { displayNameOf, publicDisplayNameOf } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { refundAt } from "../lifecycle/domain/lifecycle-schedule";
import { paymentsRepository } from "./payments-repository";

/** Throws 404 unless the caller is the payer or an admin. */
export async function readReceipt(
  { db }: Pick<Deps, "db">,
  number: string,
  caller: Pick<Caller, "id" | "role">,
): Promise<Required<z.input<typeof receipt>>> {
  const { paidAt, refund, payer, creator, deadline, ...payment } = orNotFound(
    await paymentsRepository(db).findReceipt(Number(number), caller),
    message("We couldn't find that receipt."),
  );
  return {
    ...payment,
    status: refund ? "refunded" : "paid",
    paidAt: paidAt.toISOString(),
    refundAt: refundAt(deadline).toISOString(),
    refund: refund && { ...refund, amount: -refund.amount, at: refund.at.toISOString() },
    payer: { name: displayNameOf(payer), email: payer.email },
    creator: { name: publicDisplayNameOf(creator) },
  };
}
