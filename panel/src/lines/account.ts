import { useProfile } from '../sessions/profile.ts';
import type { LinePlatform } from './platform.ts';
import type { Balance } from './quote.ts';

export interface Account {
  /** Undefined until the profile has come. */
  readonly id: number | undefined;
  readonly isAdmin: boolean;
  readonly balance: Balance;
  /** Tests are on, in general and on this platform (Q-TESTFLAGS); taken for granted until known. */
  readonly mayTest: (platform: LinePlatform) => boolean;
}

/** Who acts here, and pays (Q-CHARGE). */
export function useAccount(): Account {
  const { data } = useProfile();
  return {
    id: data?.id,
    isAdmin: data?.profile === 'admin',
    balance: data?.credits,
    mayTest: ({ is: { testFlag } }) =>
      !data || (data.flags.tests && (!testFlag || data.flags[testFlag])),
  };
}
