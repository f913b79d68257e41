/** Failure whose Portuguese message tells a user the reason. Every other error is unexpected. */
export class ExplainedFailure extends Error {}
