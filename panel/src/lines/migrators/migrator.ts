/**
 * The list migrators of the two platforms that have one, each as a description: how its customer is
 * identified, the call that migrates it and the call that answers the cost.
 */
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
import { type Receipt, receiptOf } from '../receipt/receipt.ts';

/** What identifies the customer: the list's address, or name and password typed. */
export interface Customer {
  readonly url: string;
  readonly name: string;
  readonly pass: string;
}

export interface Migration extends Customer {
  readonly packageId: number | undefined;
  /** yyyy-mm-dd */
  readonly dueDay: string;
  readonly note: string;
  /** The cost on the screen; the server charges no more. */
  readonly credits: number | undefined;
}

export interface Cost {
  readonly credits: number;
  /** Days that cost nothing; 0 where none. */
  readonly freeDays: number;
  /** The host is exempt, but not for more customers of this reseller. */
  readonly isFull: boolean;
  /** The list is exempt, but this customer was migrated free before. */
  readonly used: boolean;
}

export interface Migrator {
  readonly platform: LinePlatform;
  readonly title: string;
  readonly path: '/migration-iptv' | '/migration-p2p';
  /** `address`: of the list; `typed`: user name and password. */
  readonly knownBy: 'address' | 'typed';
  readonly bring: PlatformCall<Migration, Receipt>;
  /** Answers the cost where the list has a say in it; without it the days alone decide. */
  readonly verify?: PlatformCall<{ url: string; dueDay: string }, Cost>;
  /** Wire name of a field -> the form's that shows its text. */
  readonly formFields: Readonly<Record<string, MigratorField>>;
}

export type MigratorField = 'url' | 'name' | 'pass' | 'plan' | 'due' | 'note';

/** A migrated line has a ready package (package=1), so bouquets are not offered. */
const { bouquets: _, ...readyOnly } = iptvLines;

export const iptvMigrator: Migrator = {
  platform: readyOnly,
  title: 'Migrador IPTV',
  path: '/migration-iptv',
  knownBy: 'address',
  bring: platformCall(
    migrateIptvList,
    ({ url, packageId, dueDay, note, credits }: Migration) => ({
      // The note stands in both places (Q-MIGNOTE); name and password are the address's own (Q-MIGURL).
      body: {
        url,
        package: packageId,
        user: { exp_date: dueDay, nota: note },
        nota: note,
        credits,
      },
    }),
    receiptOf,
  ),
  verify: platformCall(
    verifyIptvList,
    ({ url, dueDay }) => ({ body: { url, exp_date: dueDay } }),
    ({ credits, limit_days, used, limit_reached }) => ({
      credits: credits ?? 0,
      freeDays: limit_days,
      used,
      isFull: limit_reached,
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
      body: { name, pass, productid: packageId, nota: note, endTime: dueDay, credits },
    }),
    receiptOf,
  ),
  formFields: {
    name: 'name',
    pass: 'pass',
    productid: 'plan',
    product_id: 'plan',
    endTime: 'due',
    nota: 'note',
  },
};

/** The server's own rule where the days alone decide. */
export const costOfDays = (days: number): Cost => ({
  credits: fromHundredths(migrationHundredths(days)),
  freeDays: 0,
  isFull: false,
  used: false,
});
