import { getProfile } from '@ramal/contract/sessions';
import { useCall } from '../foundation/query.ts';
import type { Balance } from './quote.ts';

export interface Account {
  /** Undefined until the profile has come. */
  readonly id: number | undefined;
  readonly isAdmin: boolean;
  readonly balance: Balance;
}

/** Who acts here, and pays (Q-CHARGE). */
export function useAccount(): Account {
  const { data } = useCall(getProfile, {});
  return { id: data?.id, isAdmin: data?.profile === 'admin', balance: data?.credits };
}
