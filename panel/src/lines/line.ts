import type { LineStatus } from '@ramal/contract/lines/lines';
import { calendarDays } from '../foundation/dates.ts';
import { type Expiring, expiringLevel } from '@ramal/contract/rules/terms';

/** A customer's line as the screens see it, whatever its platform calls things on the wire. */
export interface Line {
  readonly id: number;
  readonly username: string;
  /** A dash where only the panel activates the line; `passwordShown` says so. */
  readonly password: string;
  readonly status: LineStatus;
  readonly isTrial: boolean;
  readonly online: boolean;
  /** Title being watched; empty when nobody watches. */
  readonly watching: string;
  readonly note: string;
  readonly expiresAt: Date;
  readonly expiring: Expiring;
  readonly createdAt: Date;
  readonly lastWatchedAt: Date | null;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly whatsapp: string | null;
  /** 0 for a custom set of bouquets. */
  readonly packageId: number;
  readonly packageName: string;
  readonly bouquetIds: readonly number[];
  /** Trust was given in this paid period (Q-TRUSTLIMIT). */
  readonly trusted: boolean;
  /** Earliest day a roll-back may choose, yyyy-mm-dd; null when none is left. */
  readonly rollbackFrom: string | null;
  /** Several players ended one another in turn: until then the one that plays keeps the screen. */
  readonly contestedUntil?: Date | undefined;
  /** When its customer was charged in this period. */
  readonly chargedAt?: Date | undefined;
  /** Of one's own customer that has a price: whether this period was paid. */
  readonly priceCents?: number | undefined;
  readonly paid?: boolean | undefined;
  /** Of a deleted line: when that was, and until when an admin can bring it back. */
  readonly deletion?: { readonly at: Date; readonly until: Date } | undefined;
  /** Of a line that several households watch with: suspect until an admin, or the rule, blocks it. */
  readonly abuse?: { readonly blocked: boolean; readonly reasons: string } | undefined;
}

/** «Cobrado hoje»: nobody is written to twice on a day by accident. */
export const isChargedOn = (now: Date, chargedAt: Date | null | undefined): boolean =>
  chargedAt ? calendarDays(chargedAt, now) === 0 : false;

/** A line as the calls of its platform answer it; the marks of watching and of abuse are IPTV's. */
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

/** Where nothing is watched through the player there are no bouquets and nobody is seen (Q-P2PPLAY). */
export function lineOf(answer: LineAnswer): Line {
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

/** An official line of one's own as the questions about lines want it; what is not known, they do not ask. */
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

/** Whether it has a password that its customer types in. */
export const hasPassword = ({ password }: { readonly password: string }): boolean =>
  password !== PANEL_ONLY;

/** The password, or why there is none (M-17). */
export const passwordShown = (line: { readonly password: string }): string =>
  hasPassword(line) ? line.password : 'somente ativação no painel';
