/** A customer's line, of any platform, and the SQL that reads one. */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { refuse } from '@ramal/contract/api/errors';
import type { Platform, PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import {
  chargedAt,
  informedAt,
  isPaid,
  isRecurringRefused,
  linePriceSql,
  recurringDueOn,
} from '../line-payments/line-payments.ts';
import type { Actor } from '../foundation/caller.ts';
import { serverUrlColumn } from '../server-addresses.ts';
import { contestedUntil, lastWatched, titleNow } from '../watching/watching.ts';

export interface Line {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly ownerId: number;
  readonly owner: string;
  readonly username: string;
  readonly password: string;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly note: string;
  readonly whatsapp: string | null;
  /** Null for a custom set of bouquets, and on platforms with products. */
  readonly packageId: number | null;
  readonly packageName: string | null;
  readonly bouquetIds: readonly number[];
  /** Null on platforms with packages. */
  readonly productId: number | null;
  /** Hours of the test. A promoted line keeps them. */
  readonly testHours: number | null;
  /** Time at which the line received trust in this paid period; null without trust. */
  readonly trustedAt: Date | null;
  /** The expiry before the first roll-back of this paid period; null without a roll-back. */
  readonly rolledBackFrom: Date | null;
  readonly blockedForAbuseAt: Date | null;
  readonly abuseReasons: string;
  readonly shortCode: string;
  /** Player address of a line on a line server; null for the panel's own player. */
  readonly serverUrl: string | null;
  readonly deletedAt: Date | null;
  /** Time of the last payment request to the customer in the current period. */
  readonly chargedAt: Date | null;
  /** Time at which the customer received the message about the renewal to the current expiry. */
  readonly informedAt: Date | null;
  /** Visible to the owner only. */
  readonly priceCents: number | null;
  readonly isPaid: boolean;
  /**
   * Day of the next debit by recurring Pix; empty if none is planned. Null without an active
   * authorization.
   */
  readonly recurringDueOn: string | null;
  readonly isRecurringRefused: boolean;
  /** Title that is playing; null if the line is not being watched. */
  readonly watching: string | null;
  readonly lastWatchedAt: Date | null;
  /**
   * End of the time in which no other player may take over a screen. It is set after several
   * players have interrupted each other.
   */
  readonly contestedUntil: Date | null;
}

/** Fields that users fill in. Creations and edits write them to their columns unchanged. */
export type LineDetails = Pick<Line, 'whatsapp' | 'note'>;

/** Details to write; undefined is not written. */
export type DetailInput = { readonly [Name in keyof LineDetails]?: LineDetails[Name] | undefined };

export const emptyDetails: LineDetails = { whatsapp: null, note: '' };

export const detailNames = Object.keys(emptyDetails) as (keyof LineDetails)[];

/** Returns the details that the input contains, without undefined values. */
export const pickDetails = <Input extends DetailInput>(input: Input) =>
  Object.fromEntries(
    detailNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  ) as { readonly [Name in keyof LineDetails & keyof Input]: Exclude<Input[Name], undefined> };

export const toColumnName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of a `Line`. The query must name the table `lines l`. */
export const lineColumns = (now: Date): Sql => sql`
  l.id, l.platform, l.owner_id,
  (select a.username from accounts a where a.id = l.owner_id) as owner,
  l.username, l.password, l.is_trial, l.is_on, l.expires_at,
  l.created_at, l.note, l.whatsapp, l.package_id,
  (select p.name from packages p where p.id = l.package_id) as package_name,
  l.bouquet_ids, l.product_id, l.test_hours, l.trusted_at,
  l.rolled_back_from, l.blocked_for_abuse_at,
  l.abuse_reasons, l.short_code, ${serverUrlColumn(sql`l.id`)} as server_url,
  l.deleted_at,
  ${chargedAt} as charged_at, ${informedAt} as informed_at, ${linePriceSql} as price_cents, ${isPaid} as is_paid,
  ${recurringDueOn} as recurring_due_on, ${isRecurringRefused} as is_recurring_refused,
  ${titleNow(sql`l.id`, now)} as watching, ${lastWatched(sql`l.id`)} as last_watched_at,
  ${contestedUntil(sql`l.id`, now)} as contested_until`;

/**
 * Time for which a deleted line can be restored. Afterwards its personal data is erased (Q-UNDO).
 */
const RESTORABLE_MS = 30 * DAY_MS;

/** Lines deleted before this time cannot be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORABLE_MS);

/** Time of a line's deletion, and end of the time in which it can be restored. */
export const describeDeletion = ({ deletedAt }: Pick<Line, 'deletedAt'>) =>
  deletedAt && {
    deletedAt,
    restorableUntil: new Date(deletedAt.getTime() + RESTORABLE_MS),
  };

/** Returns the status number of the API: 0 is off, 1 active, 2 test. */
export const lineStatus = (line: Pick<Line, 'isOn' | 'isTrial'>): 0 | 1 | 2 => {
  if (!line.isOn) return 0;
  return line.isTrial ? 2 : 1;
};

/** Texts of the status numbers in filters, lists and messages. */
export const statusWords = { 0: 'Desativado', 1: 'Ativo', 2: 'Teste' } as const;

/**
 * Refuses a name that is already used. Names are unique within a platform, deleted lines included
 * (Q-USERNAME).
 */
export const refuseTakenName = ({ nameField }: Platform): never =>
  refuse('username_taken', { fields: { [nameField]: 'Este usuário já existe.' } });

/**
 * True if tests are enabled in general and on this platform; functions never restrict admins
 * (Q-TESTFLAGS, Q-FLAGOFF).
 */
export const mayCreateTrials = (
  { profile, flags }: Pick<Actor, 'profile' | 'flags'>,
  { testFlag }: Platform,
): boolean => profile === 'admin' || (flags.has('tests') && (!testFlag || flags.has(testFlag)));

export function refuseDisabledTrials(
  actor: Pick<Actor, 'profile' | 'flags'>,
  platform: Platform,
): void {
  if (!mayCreateTrials(actor, platform)) refuse('tests_off');
}
