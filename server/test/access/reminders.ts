/** Access to reminders. Each account has access only to the reminders of its own customers. */
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { line } from '../accounts.ts';
import { call } from '../context.ts';
import { aBot } from './messaging.ts';
import { type About, aboutLine, each, type Row, sellers } from './rows.ts';

const aFreshLine: About = async (ctx, { owner }) => (await line(ctx, owner)).id;

/** Accounts above the customer's seller may not send messages to the customer. */
const ownAlone = each({ otherwise: 404, owner: 200, admin: 403 });

/** Starts today's run of the owner and returns the id of a reminder in it. */
const aReminder: About = async (ctx, { owner }) => {
  const { id } = await line(ctx, owner);
  await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, ctx.clock.now()]);
  const run = await call(ctx, startReminderRun, { body: {} }, { token: owner.token });
  return run.body.reminders.find(({ line_id }) => line_id === id)!.id;
};
const aboutReminder: Row = {
  outcomes: ownAlone,
  about: aReminder,
  sent: (id) => ({ params: { id }, body: {} }),
};
const aboutCustomer = (body?: Record<string, unknown>): Row => ({
  outcomes: ownAlone,
  about: aFreshLine,
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

export const reminders: Record<string, Row> = {
  'list-lines-to-charge': { outcomes: sellers },
  'charge-line': aboutCustomer({}),
  'list-messages': { outcomes: sellers },
  'record-renewal-message': aboutCustomer({ outcome: 'opened' }),
  'read-line-message': aboutLine({ occasion: 'renewed' }),
  'get-reminders': { outcomes: sellers },
  'save-reminder-threshold': {
    outcomes: sellers,
    sent: () => ({ body: { threshold: 'due-5', text: 'Oi, {nome}.', is_on: true } }),
  },
  'remove-reminder-threshold': {
    outcomes: sellers,
    sent: () => ({ query: { threshold: 'due-5' } }),
  },
  'save-reminder-hours': {
    outcomes: sellers,
    sent: () => ({ body: { send_at: '10:00', quiet_from: '21:00', quiet_until: '08:00' } }),
  },
  'save-reminder-channels': {
    outcomes: sellers,
    sent: () => ({ body: { channels: [{ channel: 'hand', is_on: true }], most_cents: 0 } }),
  },
  'list-reminder-samples': {
    outcomes: sellers,
    sent: () => ({ query: { threshold: 'due0' } }),
  },
  'get-brought-renewals': { outcomes: sellers },
  'list-reminders': { outcomes: sellers },
  'start-reminder-run': { outcomes: sellers, sent: () => ({ body: {} }) },
  'get-reminder-text': aboutReminder,
  'send-reminder-by-hand': aboutReminder,
  'invite-customer-to-telegram': {
    ...aboutCustomer({}),
    about: async (ctx, people) => {
      await aBot(ctx, people);
      return aFreshLine(ctx, people);
    },
  },
  'get-line-reminders': aboutCustomer(),
  'save-line-reminders': aboutCustomer({ left_out: true }),
};
