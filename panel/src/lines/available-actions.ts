/**
 * Determines the actions that a line allows at this moment. Other actions are not shown
 * (Q-TESTEXTEND, Q-TRUSTLIMIT, Q-ROLLBACKSRV).
 */
import { formatTime } from '../foundation/dates.ts';
import { hasPassword, type Line } from './line.ts';

const endsAt2359 = ({ expiresAt }: Line): boolean =>
  formatTime(expiresAt) === '23:59' && expiresAt.getUTCSeconds() === 0;

interface AvailableActions {
  readonly renew: boolean;
  /** True if the test can become an official line (Q-TESTPROMOTE). */
  readonly promote: boolean;
  /** True if the line is running and does not already end at 23:59. */
  readonly endOfDay: boolean;
  readonly trust: boolean;
  readonly rollBack: boolean;
  readonly newPassword: boolean;
  /** True if the line has time left that a migration can keep (Q-MIGRATETEST). */
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
