/**
 * Lists the tables whose rows are deleted, or lose their personal values, after some time.
 * `delete-old-rows.ts` processes each list in its order. Source: Q-RETENTION, Q-IDEMPOTENT.
 */
import { abuseCriteria } from '@ramal/contract/abuse';
import { BATCH_DAYS } from '@ramal/contract/batches';
import { MAX_COUPON_VALIDITY_DAYS } from '@ramal/contract/coupons/coupons';
import { LINE_FILE_HOURS } from '@ramal/contract/lines/line-import';
import { TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import { FORMER_SLUG_DAYS } from '@ramal/contract/storefront/slug';
import { PANEL_IMPORT_DAYS } from '@ramal/contract/operations/panel-imports';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { MAX_ADDRESSES, REMEMBERED_DAYS } from '../blocklist/blocklist.ts';
import { isUnusedBrandPicture } from '../brands/brands.ts';
import { isWantedSubscription } from '../messaging/messaging.ts';
import { FACTS_DAYS } from '../numbers/numbers.ts';
import { PENDING_ENROLMENT_MS } from '../second-factors/second-factors.ts';

interface Rule {
  /** Table, followed by an alias if the condition needs one. */
  readonly table: string;
  /** Assignments that erase values of a due row. If undefined, the row is deleted. */
  readonly clears?: Sql;
  /**
   * Maximum number of rows per transaction. If undefined, all due rows are processed in one
   * transaction.
   */
  readonly batch?: number;
}

interface AgeRule extends Rule {
  /** Column or expression from which the age counts. */
  readonly column: string;
  /** Milliseconds, or RAMAL_RETENTION_DAYS for data about persons. By default 0. */
  readonly age?: number | 'retention';
  /** True if the column is a calendar day of the installation instead of a moment. */
  readonly isDay?: true;
  /**
   * True if a row is due exactly at its age, for example a file that is no longer offered at that
   * time.
   */
  readonly isInclusive?: true;
  /** Additional condition for due rows. */
  readonly only?: Sql;
}

/** A rule without an age: its condition decides. */
interface ConditionRule extends Rule {
  readonly column?: undefined;
  readonly age?: undefined;
  readonly only: Sql;
}

export type RetentionRule = AgeRule | ConditionRule;

export type RetentionInterval = 'day' | 'hour' | '5 minutes';

const isNotRunning = (taskId: Sql): Sql => sql`
  not exists (select from tasks t where t.id = ${taskId} and t.state in ('waiting', 'running'))`;

/** Time at which the import ended; null while it may still be applied. */
const IMPORT_ENDED_AT = `(
  select coalesce(i.applied_at, i.created_at) from imports i
  where i.id = import_id and i.state in ('applied', 'discarded', 'failed'))`;

/**
 * First day of the month of stored figures. It is null for figures of the last 30 days, which this
 * rule does not delete.
 */
const FIGURE_MONTH = `case when period like '20__-__' then (period || '-01')::date end`;
const figures = { age: FACTS_DAYS * DAY_MS, isDay: true } as const;

const daily: readonly RetentionRule[] = [
  { table: 'customer_periods', age: FACTS_DAYS * DAY_MS, column: 'ends_at', batch: 10_000 },
  { table: 'customer_receipts', age: FACTS_DAYS * DAY_MS, column: 'at', batch: 10_000 },
  { table: 'customer_trials', age: FACTS_DAYS * DAY_MS, column: 'ended_at', batch: 10_000 },
  { table: 'number_flows', ...figures, column: FIGURE_MONTH, batch: 10_000 },
  { table: 'number_network', ...figures, column: FIGURE_MONTH, batch: 10_000 },
  { table: 'number_trials', ...figures, column: FIGURE_MONTH, batch: 10_000 },
  { table: 'number_cohorts', ...figures, column: 'month', batch: 10_000 },
  { table: 'number_money', ...figures, column: 'month', batch: 10_000 },
  { table: 'import_entries', age: 7 * DAY_MS, column: IMPORT_ENDED_AT, batch: 20_000 },
  { table: 'sign_ins', age: 'retention', column: 'coalesce(ended_at, expires_at)' },
  // The accounts that an invitation created stay; only the record of the invitation is deleted.
  { table: 'reseller_invitations', age: 'retention', column: 'expires_at' },
  { table: 'refused_players', age: 'retention', column: 'at' },
  { table: 'idempotency_keys', age: 2 * DAY_MS, column: 'created_at' },
  { table: 'undo_steps', age: DAY_MS, column: 'undo_until', batch: 10_000 },
  { table: 'used_proofs', column: 'expires_at' },
  { table: 'passkey_challenges', column: 'expires_at' },
  { table: 'confirmations', column: 'expires_at' },
  { table: 'recovery_codes', age: 'retention', column: 'used_at' },
  {
    table: 'accounts',
    age: PENDING_ENROLMENT_MS,
    column: 'totp_pending_at',
    only: sql`totp_pending_by = 'self'`,
    clears: sql`totp_pending = null, totp_pending_by = null, totp_pending_at = null`,
  },
  {
    table: 'events',
    age: 'retention',
    column: 'at',
    only: sql`address is not null`,
    clears: sql`address = null`,
  },
  { table: 'viewings', age: 'retention', column: 'ended_at' },
  { table: 'abuse_findings', age: 'retention', column: 'until' },
  { table: 'abuse_blocks', age: abuseCriteria.carrierDays * DAY_MS, column: 'seen_at' },
  {
    table: 'devices',
    age: 'retention',
    column: 'last_asked_at',
    only: sql`last_address is not null`,
    clears: sql`last_address = null`,
  },
  { table: 'box_renewals', column: 'expires_at' },
  // Until then, an expired link says that it expired.
  {
    table: 'renewal_links l',
    age: 30 * DAY_MS,
    column: 'l.expires_at',
    only: sql`not exists (select from box_renewals b where b.link_id = l.id)`,
    batch: 10_000,
  },
  { table: 'box_sign_ins', age: 'retention', column: 'at' },
  { table: 'box_orders', age: 'retention', column: 'created_at' },
  { table: 'box_requests', age: 7 * DAY_MS, column: 'last_asked_at' },
  // Checks of tests count only tests that are at most TRIAL_DAYS old.
  {
    table: 'trial_requests',
    age: 2 * TRIAL_DAYS * DAY_MS,
    column: 'at',
    only: sql`phone is not null`,
    clears: sql`phone = null`,
    batch: 10_000,
  },
  // The figures of storefronts cover 90 days. Only the tests are needed for longer.
  {
    table: 'trial_requests',
    age: 180 * DAY_MS,
    column: 'at',
    only: sql`result = 'refused'`,
    batch: 10_000,
  },
  { table: 'trial_requests', age: FACTS_DAYS * DAY_MS, column: 'at', batch: 10_000 },
  // The requests of a revoked address are older than its revocation, so they are deleted before.
  { table: 'chatbot_addresses', age: FACTS_DAYS * DAY_MS, column: 'revoked_at' },
  { table: 'trial_devices', age: 2 * TRIAL_DAYS * DAY_MS, column: 'at' },
  // A coupon that ended recognises no customer again.
  {
    table: 'coupon_redemptions r',
    age: 'retention',
    column: '(select least(k.ended_at, k.ends_on + 1) from coupons k where k.id = r.coupon_id)',
    only: sql`(r.phone_mark is not null or r.device_mark is not null)`,
    clears: sql`phone_mark = null, device_mark = null`,
    batch: 10_000,
  },
  // No coupon is valid for longer than a year.
  {
    table: 'charges',
    age: MAX_COUPON_VALIDITY_DAYS * DAY_MS,
    column: 'paid_at',
    only: sql`payer_mark is not null`,
    clears: sql`payer_mark = null`,
    batch: 10_000,
  },
  { table: 'number_proofs', age: DAY_MS, column: 'created_at', batch: 10_000 },
  {
    table: 'storefront_messages',
    age: 2 * TRIAL_DAYS * DAY_MS,
    column: 'created_at',
    batch: 10_000,
  },
  // The texts contain passwords and what people wrote.
  { table: 'sales_chat_messages', age: 3 * DAY_MS, column: 'received_at', batch: 10_000 },
  { table: 'sales_chat_replies', age: 3 * DAY_MS, column: 'created_at', batch: 10_000 },
  { table: 'sales_chat_orders', age: 60 * DAY_MS, column: 'created_at', batch: 10_000 },
  { table: 'sales_chat_tickets', age: 180 * DAY_MS, column: 'created_at', batch: 10_000 },
  { table: 'sales_chats', age: 180 * DAY_MS, column: 'last_message_at', batch: 10_000 },
  { table: 'former_slugs', age: FORMER_SLUG_DAYS * DAY_MS, column: 'replaced_at' },
  { table: 'storefront_visits', age: FACTS_DAYS * DAY_MS, column: 'day', isDay: true },
  // The number of a visitor who never paid.
  {
    table: 'sale_orders o',
    age: 2 * TRIAL_DAYS * DAY_MS,
    column: 'o.created_at',
    only: sql`o.whatsapp is not null and exists (
      select from charges c where c.id = o.charge_id and c.paid_at is null)`,
    clears: sql`whatsapp = null, device_mark = null`,
    batch: 10_000,
  },
  // The payer of an order that delivered no line. Other payers are erased with their line.
  {
    table: 'pix_authorizations',
    age: 2 * TRIAL_DAYS * DAY_MS,
    column: 'created_at',
    only: sql`order_id is not null and ended_at is not null and payer_name <> ''`,
    clears: sql`payer_name = '', cpf_mask = '', search = ''`,
    batch: 10_000,
  },
  // The state is changed before the rows are deleted, because an import without all of its rows
  // cannot be applied.
  {
    table: 'panel_imports i',
    age: PANEL_IMPORT_DAYS * DAY_MS,
    column: 'created_at',
    only: sql`i.state <> 'forgotten' and ${isNotRunning(sql`i.task_id`)}`,
    clears: sql`state = 'forgotten'`,
  },
  {
    table: 'panel_import_rows',
    only: sql`import_id in (select id from panel_imports where state = 'forgotten')`,
  },
  { table: 'probe_cells', age: 90 * DAY_MS, column: 'at' },
  { table: 'node_hours', age: 2 * DAY_MS, column: 'hour' },
  // A threshold of the same paid period can be reached again for at most a month after the expiry
  // of a line. Reminders are kept longer than that.
  { table: 'reminders', age: 180 * DAY_MS, column: 'day', isDay: true, batch: 10_000 },
  { table: 'reminder_uses', age: 180 * DAY_MS, column: 'day', isDay: true },
  { table: 'line_contacts', age: 180 * DAY_MS, column: 'contacted_at', batch: 10_000 },
  { table: 'message_days', age: 7 * DAY_MS, column: 'day', isDay: true, batch: 10_000 },
  // A person who did not return can receive the message of the same group again after this time.
  {
    table: 'referral_rewards',
    age: FACTS_DAYS * DAY_MS,
    column: 'paid_at',
    only: sql`state <> 'waiting'`,
    batch: 10_000,
  },
  {
    table: 'referrals r',
    age: FACTS_DAYS * DAY_MS,
    column: 'r.at',
    only: sql`not exists (select from referral_rewards w where w.referral_id = r.id)`,
    batch: 10_000,
  },
  { table: 'win_backs', age: 400 * DAY_MS, column: 'at', batch: 10_000 },
  { table: 'customer_replies', age: 30 * DAY_MS, column: 'received_at' },
  // Batches are deleted because their rows contain names of customers.
  {
    table: 'batches b',
    age: BATCH_DAYS * DAY_MS,
    column: 'created_at',
    only: isNotRunning(sql`b.task_id`),
  },
  { table: 'deliveries', age: 30 * DAY_MS, column: 'finished_at', batch: 10_000 },
  { table: 'paused_queues', column: 'until' },
  { table: 'payment_notices', age: 30 * DAY_MS, column: 'received_at', batch: 10_000 },
  // Meta repeats a notification for seven days, so its id is kept longer.
  { table: 'whatsapp_updates', age: 8 * DAY_MS, column: 'received_at' },
  { table: 'whatsapp_openings', age: 2 * DAY_MS, column: 'at' },
  { table: 'whatsapp_windows', age: 2 * DAY_MS, column: 'wrote_at' },
  { table: 'notices', age: 60 * DAY_MS, column: 'created_at', batch: 10_000 },
  { table: 'push_subscriptions s', only: sql`not (${isWantedSubscription})` },
  {
    table: 'address_confirmations',
    age: 60 * DAY_MS,
    column: 'asked_at',
    only: sql`confirmed_at is null`,
  },
  // The age is longer by a month than the longest period of attempts, so that no expiry is
  // announced twice.
  { table: 'webhook_messages', age: 34 * DAY_MS, column: 'created_at', batch: 10_000 },
  { table: 'telegram_updates', age: 3 * DAY_MS, column: 'received_at' },
  { table: 'telegram_invitations', age: 3 * DAY_MS, column: 'expires_at' },
];

const hourly: readonly RetentionRule[] = [
  {
    table: 'blocked_addresses',
    age: REMEMBERED_DAYS * DAY_MS,
    column: 'greatest(scored_at, blocked_until)',
  },
  {
    table: 'blocked_addresses',
    only: sql`network in (
      select network from blocked_addresses order by scored_at desc offset ${MAX_ADDRESSES})`,
  },
  { table: 'honest_sign_ins', age: DAY_MS, column: 'at' },
  // A remaining row belongs to a process that was killed and not replaced.
  { table: 'nodes', age: DAY_MS, column: 'seen_at' },
  // Files with customers are deleted early, because they contain passwords.
  { table: 'line_files', age: LINE_FILE_HOURS * HOUR_MS, column: 'created_at' },
  { table: 'ticket_pictures', age: DAY_MS, column: 'created_at', only: sql`message_id is null` },
  { table: 'brand_pictures p', age: DAY_MS, column: 'created_at', only: isUnusedBrandPicture },
];

const everyFiveMinutes: readonly RetentionRule[] = [
  { table: 'exports', column: 'expires_at', isInclusive: true },
  // These exports were never finished.
  { table: 'exports', age: DAY_MS, column: 'created_at' },
  { table: 'activation_codes', age: HOUR_MS, column: 'expires_at', only: sql`line_id is null` },
  // An app has a day to request the line that was created with its code.
  {
    table: 'activation_codes',
    age: DAY_MS,
    column: 'activated_at',
    only: sql`line_id is not null`,
  },
  { table: 'presence', age: 10 * MINUTE_MS, column: 'last_seen_at' },
];

export const retentionRules: Readonly<Record<RetentionInterval, readonly RetentionRule[]>> = {
  day: daily,
  hour: hourly,
  '5 minutes': everyFiveMinutes,
};
