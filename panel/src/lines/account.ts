import type { Platform } from '@ramal/contract/rules/platforms';
import type { ChosenUndoAct } from '@ramal/contract/undo';
import { useProfile } from '../sessions/profile.ts';
import type { LinePlatform } from './platforms/platform.ts';
import type { Balance } from './fields/quote.ts';
import { mayMigrateTo, mayTest, sells, soldPlatforms } from './platforms/sold-platforms.ts';

export interface Account {
  /** Undefined until the profile has loaded. */
  readonly id: number | undefined;
  readonly isAdmin: boolean;
  readonly balance: Balance;
  /** True if tests are allowed on the platform; also true until the profile has loaded. */
  readonly mayTest: (platform: LinePlatform) => boolean;
  /** True if the account creates lines on this platform; false until the profile has loaded. */
  readonly sells: (platform: LinePlatform) => boolean;
  /**
   * Platforms whose lines the account can list. Empty until the profile has loaded. Also empty for
   * an admin, whose lists are in another part of the menu.
   */
  readonly lists: readonly Platform[];
  /**
   * True if the account has permission to migrate lines to the platform; false until the profile
   * has loaded.
   */
  readonly migratesTo: (platform: Platform) => boolean;
  /** Acts that run without a question, because the account prefers to undo them. */
  readonly undoActs: readonly ChosenUndoAct[];
}

/** Returns the signed-in account. This account makes the changes and pays for them (Q-CHARGE). */
export function useAccount(): Account {
  const { data } = useProfile();
  return {
    id: data?.id,
    isAdmin: data?.profile === 'admin',
    balance: data?.credits,
    mayTest: ({ definition }) => !data || mayTest(data, definition),
    sells: ({ definition }) => data !== undefined && sells(data, definition),
    lists: data && data.profile !== 'admin' ? soldPlatforms(data) : [],
    migratesTo: (platform) => data !== undefined && mayMigrateTo(data, platform),
    undoActs: data?.undoActs ?? [],
  };
}
