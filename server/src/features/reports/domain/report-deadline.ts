import { REPORT_ANSWER_HOURS } from "@conquest/shared/contracts/reports";

/** Returns when a report is decided even without a statement; `toldAt` is when the author was last notified. */
export const answerUntil = ({ toldAt }: { toldAt: Date }): Date =>
  new Date(toldAt.getTime() + REPORT_ANSWER_HOURS * 60 * 60 * 1000);
