/** In its own file, to be bundled alone. */
export const SIMULATED = "Payments and prizes are simulated.";
