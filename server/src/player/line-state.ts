/**
 * Decides if a line may play. If several reasons forbid it, the customer sees the most serious one.
 */

export interface LineState {
  readonly password: string;
  readonly isOn: boolean;
  readonly expiresAt: Date;
  readonly blockedForAbuseAt: Date | null;
}

export type PlayableState = 'active' | 'expired' | 'disabled' | 'blocked';

export function toPlayableState(line: LineState, now: Date): PlayableState {
  if (line.blockedForAbuseAt) return 'blocked';
  if (!line.isOn) return 'disabled';
  return line.expiresAt.getTime() <= now.getTime() ? 'expired' : 'active';
}
