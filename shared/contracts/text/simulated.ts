import { msg } from "./msg";

/** In its own file, to be bundled alone. */
export const SIMULATED = msg("Payments and prizes are simulated.");
