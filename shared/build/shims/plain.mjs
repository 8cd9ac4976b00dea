const nothing = () => undefined;

/** Replaces axios's runtime check of options: ours are constants and type-checked. */
export default {
  assertOptions: nothing,
  validators: { boolean: nothing, function: nothing, transitional: nothing, spelling: nothing },
};

/** Replaces module federation's logger, which adds stack traces. Callers prefix their own messages. */
export const createLogger = () => ({ ...console, success: console.info, ready: console.info });
export const createInfrastructureLogger = createLogger;
export const bindLoggerToCompiler = nothing;
export const logger = createLogger();
export const infrastructureLogger = logger;
