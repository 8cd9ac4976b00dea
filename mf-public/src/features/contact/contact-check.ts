import { zodResolver } from "@hookform/resolvers/zod";
import { contactForm } from "@conquest/shared/contracts/messages";

export const check = zodResolver(contactForm);
