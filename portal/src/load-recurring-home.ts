/**
 * Loads the code for the home page of lines with an automatic renewal. The code is loaded before
 * the page is shown, so that the page does not move afterwards.
 */
import type { ComponentType } from 'react';
import { type Portal, PortalError } from './api.ts';
import type { RecurringHomeProps } from './recurring/RecurringHome.tsx';

export type RecurringHome = ComponentType<RecurringHomeProps>;

const KEPT = 'ramal-portal-recurring';

/**
 * True if the line had an automatic renewal at the last request. The home page of such a line has
 * another layout.
 */
export const wasRecurring = (): boolean => localStorage.getItem(KEPT) !== null;

/**
 * Loads the component for the home page. Returns undefined for a line without an automatic renewal.
 */
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
