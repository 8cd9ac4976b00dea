import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { email, optionalPictureUrl, REQUIRED, requiredText } from "@conquest/shared/contracts/text/fields";

const registrationForm = z.object({
  full_name: requiredText(120),
  email,
  password: z.string().min(1, REQUIRED),
  photo_url: optionalPictureUrl,
  captcha: z.string().min(1, REQUIRED),
});

export const check = zodResolver(registrationForm);
