/** Modules that can find what happened at external systems since the restored backup was made. */
import { countRestoredKeys, revokeRestoredKeys } from './api-keys/api-keys.ts';
import { outsideHostnames } from './hostnames/hostnames.ts';
import { countWaiting } from './outbox/outbox.ts';
import { outsidePayments } from './payments/payments.ts';
import type { OutsideSources } from './quarantine/quarantine.ts';
import { countWaitingReminders } from './reminders/reminders.ts';
import { outsideRecords } from './zones/zones.ts';

export const outsideSources: OutsideSources = {
  sources: [outsidePayments, outsideHostnames, outsideRecords],
  countWaitingMessages: async (reader, now) => {
    const [deliveries, { waiting, overdue }] = await Promise.all([
      countWaiting(reader, now),
      countWaitingReminders(reader, now),
    ]);
    return { waiting: deliveries + waiting, overdue };
  },
  countRestoredKeys,
  revokeRestoredKeys,
};
