/** A mistake of the operator that ends a start or a command. The message says what to change. */
export class OperatorError extends Error {}
