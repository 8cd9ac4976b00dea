const grouping = new Intl.NumberFormat("en-IN");

/** Whole taka as people write it: ৳1,00,000. */
export const formatTaka = (amount: number): string => `৳${grouping.format(amount)}`;

/** What a notice to whose contest it was adds where people had paid for it, so many taka in all. */
export const allRefunded = (total: number): string => (total === 0 ? "" : ` Everybody was refunded, ${formatTaka(total)} in all.`);

/** What a notice adds where somebody's payment was given back; nothing of what cost nothing. */
export const refunded = (amount: number): string => (amount === 0 ? "" : ` Your ${formatTaka(amount)} was refunded.`);
