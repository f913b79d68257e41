import { reminderChannels, reminderStates } from '@ramal/contract/rules/reminders';
import { z } from 'zod';
import { defineListParams } from '../ui/list/list-params.ts';

export const reminderParams = defineListParams({
  filters: { state: z.enum(reminderStates), channel: z.enum(reminderChannels) },
  sorts: ['planned_at', 'sent_at'],
  defaultDirection: 'desc',
  dialogs: ['text'],
  target: 'reminder',
  viewParams: ['search', 'state', 'channel', 'sort', 'dir'],
});
