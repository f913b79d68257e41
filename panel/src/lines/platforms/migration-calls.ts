/**
 * Calls of the migrations in migrations.ts. Packages, receipt and texts come from the target
 * platform.
 */
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/lines/line-migrations';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { whatsappSent } from './describe-platform.ts';
import { iptvLines } from './iptv.ts';
import type { Line } from '../line.ts';
import type { LineMigration } from './migrations.ts';
import { newP2pPlatform, p2pPlatform } from './p2p.ts';
import { type LinePlatform, type PlatformCall, platformCall } from './platform.ts';
import { type Receipt, type ReceiptAnswer, toReceipt } from '../receipt/receipt.ts';

interface MigrationInput {
  readonly line: Line;
  readonly packageId: number;
  /** An empty text clears the line's number. */
  readonly whatsapp: string;
}

export interface MigrationCall {
  readonly to: LinePlatform;
  readonly call: PlatformCall<MigrationInput, Receipt>;
}

/**
 * Converts an answer to a receipt without the test hours. A migrated test keeps only its remaining
 * time, so the original number of hours would be wrong.
 */
const withoutHours = (answer: ReceiptAnswer): Receipt => {
  const { testHours: _, ...receipt } = toReceipt(answer);
  return receipt;
};

const toP2p = (
  to: LinePlatform,
  declaration: typeof migrateIptvToP2p | typeof migrateIptvToNewP2p,
): MigrationCall => ({
  to,
  call: platformCall(
    declaration,
    ({ line: { id }, packageId }: MigrationInput) => ({
      params: { id },
      body: { productid: packageId },
    }),
    withoutHours,
  ),
});

const toIptv = (
  declaration: typeof migrateP2pToIptv | typeof migrateNewP2pToIptv,
): MigrationCall => ({
  to: iptvLines,
  call: platformCall(
    declaration,
    ({ line: { id }, packageId, whatsapp }: MigrationInput) => ({
      params: { id },
      body: { package: packageId, whatsapp: whatsappSent(whatsapp) },
    }),
    withoutHours,
  ),
});

const calls: Record<PlatformKey, Partial<Record<PlatformKey, MigrationCall>>> = {
  iptv: {
    p2p: toP2p(p2pPlatform, migrateIptvToP2p),
    'new-p2p': toP2p(newP2pPlatform, migrateIptvToNewP2p),
  },
  p2p: { iptv: toIptv(migrateP2pToIptv) },
  'new-p2p': { iptv: toIptv(migrateNewP2pToIptv) },
};

export function migrationCall({ definition }: LinePlatform, { to }: LineMigration): MigrationCall {
  const call = calls[definition.key][to.key];
  if (!call) throw new Error(`${definition.key} lines cannot be migrated to ${to.key}`);
  return call;
}
