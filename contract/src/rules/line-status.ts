import type { LineStatus } from '../lines/lines.ts';

/** States of a line for devices and apps. Only an `active` line may play. */
export const lineStates = ['active', 'expired', 'disabled', 'blocked'] as const;
export type LinePlayState = (typeof lineStates)[number];

/** What a screen or a file says of a line: its status, or what keeps it from playing (Q-EXPIRED). */
export type ShownStatus = LineStatus | 'Vencido' | 'Bloqueado';

interface LineState {
  readonly status: LineStatus;
  /** For abuse: nothing plays, whatever the switch says. */
  readonly isBlocked: boolean;
  readonly isOver: boolean;
}

export function shownStatus({ status, isBlocked, isOver }: LineState): ShownStatus {
  if (isBlocked) return 'Bloqueado';
  return isOver && status !== 'Desativado' ? 'Vencido' : status;
}
