import type { LineStatus } from '../lines/lines.ts';

/** States of a line for devices and apps. Only an `active` line may play. */
export const lineStates = ['active', 'expired', 'disabled', 'blocked'] as const;
export type LinePlayState = (typeof lineStates)[number];

/**
 * Displayed state of a line in screens and files: its status, or the reason why it does not play
 * (Q-EXPIRED).
 */
export type ShownStatus = LineStatus | 'Vencido' | 'Bloqueado';

interface LineState {
  readonly status: LineStatus;
  /** True for a block for abuse: nothing plays, whatever the switch is. */
  readonly isBlocked: boolean;
  readonly isOver: boolean;
}

export function shownStatus({ status, isBlocked, isOver }: LineState): ShownStatus {
  if (isBlocked) return 'Bloqueado';
  return isOver && status !== 'Desativado' ? 'Vencido' : status;
}
