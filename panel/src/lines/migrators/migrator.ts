/**
 * Descriptions of the two list migrators: how a customer is identified, the call that migrates, and
 * the call that returns the cost.
 */
import { withWireNames } from '@ramal/contract/api/translated';
import {
  migrateIptvList,
  migrateP2pList,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import { fromHundredths } from '@ramal/contract/rules/money';
import { migrationHundredths } from '@ramal/contract/rules/terms';
import { iptvLines } from '../platforms/iptv.ts';
import { p2pPlatform } from '../platforms/p2p.ts';
import { type LinePlatform, type PlatformCall, platformCall } from '../platforms/platform.ts';
import { type Receipt, toReceipt } from '../receipt/receipt.ts';

/** Identification of the customer: the list's address, or the typed name and password. */
export interface Customer {
  readonly url: string;
  readonly name: string;
  readonly pass: string;
}

export interface Migration extends Customer {
  readonly packageId: number | undefined;
  /** Format yyyy-mm-dd. */
  readonly dueDay: string;
  readonly note: string;
  /** Cost that the screen shows. The server charges at most this amount. */
  readonly credits: number | undefined;
}

export interface Cost {
  readonly credits: number;
  /** Number of days for which the migration costs nothing. */
  readonly freeDays: number;
  /**
   * True if migrations from this host are free, but this reseller has reached the limit of free
   * migrations.
   */
  readonly isFull: boolean;
  /**
   * True if the list would be free, but this customer was already migrated free of charge before.
   */
  readonly used: boolean;
}

export interface Migrator {
  readonly platform: LinePlatform;
  readonly title: string;
  readonly path: '/migration-iptv' | '/migration-p2p';
  /** `address`: identified by the list's address. `typed`: identified by user name and password. */
  readonly knownBy: 'address' | 'typed';
  readonly bring: PlatformCall<Migration, Receipt>;
  /**
   * Call that returns the cost, if the cost depends on the list. If absent, the cost depends only
   * on the number of days.
   */
  readonly verify?: PlatformCall<{ url: string; dueDay: string }, Cost>;
  /** Maps the wire name of a field to the form's field that shows its text. */
  readonly formFields: Readonly<Record<string, MigratorField>>;
}

type MigratorField = 'url' | 'name' | 'pass' | 'plan' | 'due' | 'note';

/** A migrated line always has a ready package (package=1), so the form must not offer bouquets. */
const { bouquets: _, ...readyOnly } = iptvLines;

export const iptvMigrator: Migrator = {
  platform: readyOnly,
  title: 'Migrador IPTV',
  path: '/migration-iptv',
  knownBy: 'address',
  bring: platformCall(
    migrateIptvList,
    ({ url, packageId, dueDay, note, credits }: Migration) => ({
      // The request contains the note twice, because the wire format has two fields for it
      // (Q-MIGNOTE). The address contains the user name and the password (Q-MIGURL).
      body: withWireNames(migrateIptvList.body, {
        url,
        package: packageId,
        user: { expDate: dueDay, note },
        note,
        credits,
      }),
    }),
    toReceipt,
  ),
  verify: platformCall(
    verifyIptvList,
    ({ url, dueDay }) => ({ body: { url, expDate: dueDay } }),
    ({ credits, limitDays, used, limitReached }) => ({
      credits: credits ?? 0,
      freeDays: limitDays,
      used,
      isFull: limitReached,
    }),
  ),
  formFields: { url: 'url', package: 'plan', user: 'due', nota: 'note' },
};

export const p2pMigrator: Migrator = {
  platform: p2pPlatform,
  title: 'Migrador P2P',
  path: '/migration-p2p',
  knownBy: 'typed',
  bring: platformCall(
    migrateP2pList,
    ({ name, pass, packageId, dueDay, note, credits }: Migration) => ({
      body: withWireNames(migrateP2pList.body, {
        name,
        pass,
        productid: packageId,
        note,
        endTime: dueDay,
        credits,
      }),
    }),
    toReceipt,
  ),
  formFields: {
    name: 'name',
    pass: 'pass',
    productid: 'plan',
    productId: 'plan',
    endTime: 'due',
    nota: 'note',
  },
};

/**
 * Calculates the cost of a number of days with the same rule as the server. For migrators whose
 * cost does not depend on the list.
 */
export const costOfDays = (days: number): Cost => ({
  credits: fromHundredths(migrationHundredths(days)),
  freeDays: 0,
  isFull: false,
  used: false,
});
