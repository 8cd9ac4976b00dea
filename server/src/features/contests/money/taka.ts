import { formatTaka } from "../../../platform/text/taka";

export { formatTaka };

/** What a notice to whose contest it was adds where people had paid for it, so many taka in all. */
export const allRefunded = (total: number): string =>
  total === 0 ? "" : ` Everybody was refunded, ${formatTaka(total)} in all.`;

/** What a notice adds where somebody's payment was given back; nothing of what cost nothing. */
export const refunded = (amount: number): string => (amount === 0 ? "" : ` Your ${formatTaka(amount)} was refunded.`);
