/** An error that the operator can fix. The console shows it without a stack trace. */
export class RestoreRefused extends Error {}
