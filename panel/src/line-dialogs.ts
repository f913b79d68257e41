/**
 * Dialogs about a line from modules that the line lists must not import. Each dialog loads in its
 * own chunk when it opens.
 */
import { lazy } from 'react';
import type { OtherLineDialogs } from './lines/dialogs/other-line-dialogs.ts';

export const lineDialogs: OtherLineDialogs = {
  abuse: lazy(async () => ({ default: (await import('./abuse/AbuseDialog.tsx')).AbuseDialog })),
  renewalLink: lazy(async () => ({
    default: (await import('./payments/RenewalLink.tsx')).RenewalLink,
  })),
  reminders: lazy(async () => ({
    default: (await import('./reminders/CustomerReminders.tsx')).CustomerReminders,
  })),
  recurring: lazy(async () => ({
    default: (await import('./payments/recurring/LineAuthorization.tsx')).LineAuthorization,
  })),
  boxes: lazy(async () => ({ default: (await import('./boxes/LineBoxes.tsx')).LineBoxes })),
  activateApp: lazy(async () => ({
    default: (await import('./devices/ActivateApp.tsx')).ActivateApp,
  })),
};
