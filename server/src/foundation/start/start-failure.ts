/** A start or a command that cannot continue, with the Portuguese sentence that the operator reads. */
export class StartFailure extends Error {}
