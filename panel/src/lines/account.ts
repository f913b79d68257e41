import type { Platform } from '@ramal/contract/rules/platforms';
import { useProfile } from '../sessions/profile.ts';
import type { LinePlatform } from './platforms/platform.ts';
import type { Balance } from './fields/quote.ts';
import { mayMigrateTo, mayTest, sells, soldPlatforms } from './platforms/sold-platforms.ts';

export interface Account {
  /** Undefined until the profile has come. */
  readonly id: number | undefined;
  readonly isAdmin: boolean;
  readonly balance: Balance;
  /** Taken for granted until known. */
  readonly mayTest: (platform: LinePlatform) => boolean;
  /** It creates lines on this platform; not before that is known. */
  readonly sells: (platform: LinePlatform) => boolean;
  /** Platforms whose lists it has; none before they are known, nor for an admin, whose lists stand elsewhere. */
  readonly lists: readonly Platform[];
  /** It may move lines there; not before that is known. */
  readonly migratesTo: (platform: Platform) => boolean;
}

/** Who acts here, and pays (Q-CHARGE). */
export function useAccount(): Account {
  const { data } = useProfile();
  return {
    id: data?.id,
    isAdmin: data?.profile === 'admin',
    balance: data?.credits,
    mayTest: ({ is }) => !data || mayTest(data, is),
    sells: ({ is }) => data !== undefined && sells(data, is),
    lists: data && data.profile !== 'admin' ? soldPlatforms(data) : [],
    migratesTo: (platform) => data !== undefined && mayMigrateTo(data, platform),
  };
}
