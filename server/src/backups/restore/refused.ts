/** Something that the operator can mend; it is told without a stack. */
export class RestoreRefused extends Error {}
