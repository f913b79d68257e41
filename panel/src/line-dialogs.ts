/** The dialogs about a line that other modules bring; each comes in its own chunk when it is opened. */
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
  activateApp: lazy(async () => ({
    default: (await import('./devices/ActivateApp.tsx')).ActivateApp,
  })),
};
