const nothing = () => undefined;

/** In place of axios' check of its options at run time: those of the site are constants, and types check them. */
export default {
  assertOptions: nothing,
  validators: { boolean: nothing, function: nothing, transitional: nothing, spelling: nothing },
};

/** In place of the federation's logger, which adds stack traces and other targets. Callers say what they are themselves. */
export const createLogger = () => ({ ...console, success: console.info, ready: console.info });
export const createInfrastructureLogger = createLogger;
export const bindLoggerToCompiler = nothing;
export const logger = createLogger();
export const infrastructureLogger = logger;
