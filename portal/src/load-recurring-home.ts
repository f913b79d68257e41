/**
 * Loads the code for lines with an automatic renewal, before their home is shown. The home then
 * appears at once and does not move.
 */
import type { ComponentType } from 'react';
import { type Portal, PortalError } from './api.ts';
import type { RecurringHomeProps } from './recurring/RecurringHome.tsx';

export type RecurringHome = ComponentType<RecurringHomeProps>;

const KEPT = 'ramal-portal-recurring';

/** True if the line of the last read had an automatic renewal. Its home has another shape. */
export const wasRecurring = (): boolean => localStorage.getItem(KEPT) !== null;

/** Returns undefined for a line that is renewed by hand. */
export async function loadRecurringHome({
  recurring: { authorization },
}: Portal): Promise<RecurringHome | undefined> {
  if (authorization?.state !== 'active') {
    localStorage.removeItem(KEPT);
    return undefined;
  }
  localStorage.setItem(KEPT, '1');
  try {
    return (await import('./recurring/RecurringHome.tsx')).RecurringHome;
  } catch {
    throw new PortalError('Sem conexão. Confira a internet e tente de novo.');
  }
}
