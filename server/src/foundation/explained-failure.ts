/** A failure whose Portuguese message gives a person the reason. Other errors are unexpected. */
export class ExplainedFailure extends Error {}
