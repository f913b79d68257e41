import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { calendarDays } from '../foundation/dates.ts';
import { expiringLevel } from '@ramal/contract/rules/terms';

type Row = Readonly<ResponseOf<typeof listIptvLines>['data'][number]>;

/** Fields of a server answer that `Line` does not contain, or contains in another form. */
type AnswerField =
  | 'platformId'
  | 'expiresText'
  | 'createdText'
  | 'bouquetIds'
  | 'deletedAt'
  | 'restorableUntil'
  | 'blockedForAbuse'
  | 'abuseReasons';

/**
 * Line of a customer in the format of the screens. It is independent of the platform and its wire
 * names.
 */
export interface Line extends Omit<Row, AnswerField> {
  readonly bouquetIds: readonly number[];
  /**
   * For a deleted line: the time of the deletion, and the time until which an admin can restore it.
   */
  readonly deletion?: { readonly at: Date; readonly until: Date } | undefined;
  /**
   * Set if several households use the line. The line is suspect until an admin or the automatic
   * rule blocks it.
   */
  readonly abuse?: { readonly blocked: boolean; readonly reasons: string } | undefined;
}

/**
 * True if the customer received a message today, so that a seller does not send it twice on the same
 * day by accident.
 */
export const isContactedOn = (now: Date, contactedAt: Date | null | undefined): boolean =>
  contactedAt ? calendarDays(contactedAt, now) === 0 : false;

/**
 * Line in the format of a platform's answer. Only the answers of IPTV contain the fields for
 * watching and abuse.
 */
export type LineAnswer = Omit<
  Line,
  'online' | 'watching' | 'lastWatchedAt' | 'bouquetIds' | 'deletion' | 'abuse'
> & {
  readonly online?: boolean;
  readonly watching?: string;
  readonly lastWatchedAt?: Date | null;
  readonly bouquetIds?: readonly number[];
  readonly deletedAt?: Date | undefined;
  readonly restorableUntil?: Date | undefined;
  readonly blockedForAbuse?: boolean;
  readonly abuseReasons?: string;
};

/**
 * Converts an answer to a line. Platforms without Ramal's player have no bouquets and no viewings
 * (Q-P2PPLAY).
 */
export function toLine(answer: LineAnswer): Line {
  const { deletedAt, restorableUntil, blockedForAbuse = false, abuseReasons = '' } = answer;
  return {
    online: false,
    watching: '',
    lastWatchedAt: null,
    bouquetIds: [],
    ...answer,
    ...(deletedAt && restorableUntil
      ? { deletion: { at: deletedAt, until: restorableUntil } }
      : {}),
    ...(blockedForAbuse || abuseReasons !== ''
      ? { abuse: { blocked: blockedForAbuse, reasons: abuseReasons } }
      : {}),
  };
}

type InBrief = Pick<Line, 'id' | 'username' | 'note' | 'whatsapp' | 'expiresAt'>;

/**
 * Builds a line from a few fields, for use in confirmations. The line counts as an official line of
 * the account. The other fields have default values, which confirmations do not use.
 */
export const lineInBrief = (
  { id, username, note, whatsapp, expiresAt }: InBrief,
  now: Date,
): Line => ({
  id,
  username,
  note,
  whatsapp,
  expiresAt,
  password: PANEL_ONLY,
  status: 'Ativo',
  isTrial: false,
  online: false,
  watching: '',
  expiring: expiringLevel(expiresAt, now),
  createdAt: expiresAt,
  lastWatchedAt: null,
  ownerId: 0,
  ownerName: '',
  packageId: 0,
  packageName: '',
  bouquetIds: [],
  trusted: false,
  rollbackFrom: null,
});

const PANEL_ONLY = '-';

/** True if the line has a password that the customer types. */
export const hasPassword = ({ password }: { readonly password: string }): boolean =>
  password !== PANEL_ONLY;

/** Returns the password, or the reason why the line has no password (M-17). */
export const passwordShown = (line: { readonly password: string }): string =>
  hasPassword(line) ? line.password : 'somente ativação no painel';
