import type { ReviewedField } from "@conquest/shared/contracts/review";

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
