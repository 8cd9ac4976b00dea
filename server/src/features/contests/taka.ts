const grouping = new Intl.NumberFormat("en-IN");

/** Whole taka as people write it: ৳1,00,000. */
export const formatTaka = (amount: number): string => `৳${grouping.format(amount)}`;
