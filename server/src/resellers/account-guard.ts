import type { HashPasswordFor } from '../access/access.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';

/** Checks that run before an account is created or gets a password. */
export interface AccountGuard {
  readonly spendCode: AuthGuard['spendCode'];
  readonly hashFor: HashPasswordFor;
}
