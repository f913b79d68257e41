import type { HashPasswordFor } from '../access/access.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';

/** What stands before an account is made or given a password. */
export interface AccountGuard {
  readonly spendCode: AuthGuard['spendCode'];
  readonly hashFor: HashPasswordFor;
}
