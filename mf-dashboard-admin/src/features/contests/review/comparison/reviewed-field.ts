import type { ReviewedField } from "@conquest/shared/contracts/review";

/** The labels of the contest form. */
export const FIELD_NAMES: Record<ReviewedField, string> = {
  name: "Name",
  image: "Image",
  description: "Description",
  task: "Task",
  criteria: "Judging criteria",
  registrationPrice: "Registration price",
  prize: "Prize",
  tags: "Tag",
  deadline: "Deadline",
  hidesNames: "Names while judging",
};
