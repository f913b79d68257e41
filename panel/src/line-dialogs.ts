/**
 * Provides line dialogs and sections of other modules, because the line lists must not import these modules.
 * Each dialog is in its own chunk, which is loaded when the dialog opens.
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
