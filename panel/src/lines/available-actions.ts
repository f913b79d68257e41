/** What a line can do right now; what it cannot is not offered (Q-TESTEXTEND, Q-TRUSTLIMIT, Q-ROLLBACKSRV). */
import { formatTime } from '../foundation/dates.ts';
import { hasPassword, type Line } from './line.ts';

const endsAt2359 = ({ expiresAt }: Line): boolean =>
  formatTime(expiresAt) === '23:59' && expiresAt.getUTCSeconds() === 0;

export interface AvailableActions {
  readonly renew: boolean;
  /** A test may become the customer's line (Q-TESTPROMOTE). */
  readonly promote: boolean;
  /** It runs, and does not end at 23:59 already. */
  readonly endOfDay: boolean;
  readonly trust: boolean;
  readonly rollBack: boolean;
  readonly newPassword: boolean;
  /** There is time left to take along (Q-MIGRATETEST). */
  readonly migrate: boolean;
}

export function availableActions(line: Line, now: Date): AvailableActions {
  const official = !line.isTrial;
  return {
    renew: official,
    promote: line.isTrial && line.abuse?.blocked !== true,
    endOfDay: official && line.expiresAt > now && !endsAt2359(line),
    trust: official && !line.trusted,
    rollBack: line.rollbackFrom !== null,
    newPassword: hasPassword(line),
    migrate: line.expiresAt > now,
  };
}
