import type { LineStatus } from '../lines/lines.ts';

/** States of a line for devices and apps. Only an `active` line may play. */
export const lineStates = ['active', 'expired', 'disabled', 'blocked'] as const;
export type LinePlayState = (typeof lineStates)[number];

/**
 * State that the panel shows for a line. It is the status of the line, or the reason why the line
 * does not play (Q-EXPIRED).
 */
export type DisplayedStatus = LineStatus | 'Vencido' | 'Bloqueado';

interface LineState {
  readonly status: LineStatus;
  /** True if the line is blocked for abuse. Then nothing plays, even if the line is enabled. */
  readonly isBlocked: boolean;
  readonly isExpired: boolean;
}

export function displayedStatus({ status, isBlocked, isExpired }: LineState): DisplayedStatus {
  if (isBlocked) return 'Bloqueado';
  return isExpired && status !== 'Desativado' ? 'Vencido' : status;
}
