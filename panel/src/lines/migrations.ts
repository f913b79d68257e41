/**
 * Where lines of a platform may be taken, by the documents' labels (S-IPTVLIST-30, S-IPTVLIST-31,
 * S-P2PLIST-27). The target's own description tells its packages, its receipt and its texts.
 */
import {
  migrateIptvToNewP2p,
  migrateIptvToP2p,
  migrateNewP2pToIptv,
  migrateP2pToIptv,
} from '@ramal/contract/line-migrations';
import type { PlatformKey } from '@ramal/contract/platforms';
import { iptvLines, iptvReceipt } from './iptv.ts';
import type { Line } from './line.ts';
import type { WindowKind } from './list-address.ts';
import { newP2pPlatform, p2pPlatform, p2pReceipt } from './p2p.ts';
import { type LinePlatform, type PlatformCall, platformCall } from './platform.ts';
import type { Receipt } from './receipt.ts';

export interface Moving {
  readonly line: Line;
  readonly packageId: number;
  /** Empty clears the line's number. */
  readonly whatsapp: string;
}

export interface LineMigration {
  readonly to: LinePlatform;
  readonly label: string;
  /** Its window's name in the address. */
  readonly window: Extract<WindowKind, `migrar-${PlatformKey}`>;
  /** The customer's number is asked beside the package (S-P2PLIST-31). */
  readonly asksWhatsapp: boolean;
  readonly call: PlatformCall<Moving, Receipt>;
}

/** Of a test what is left goes along, not the hours it was once given: they are not told as valid. */
const withoutHours = (receipt: Receipt): Receipt => {
  const { testHours: _, ...kept } = receipt;
  return kept;
};

const toP2p = (
  to: LinePlatform,
  label: string,
  declaration: typeof migrateIptvToP2p | typeof migrateIptvToNewP2p,
): LineMigration => ({
  to,
  label,
  window: to === p2pPlatform ? 'migrar-p2p' : 'migrar-new-p2p',
  asksWhatsapp: false,
  call: platformCall(
    declaration,
    ({ line: { id }, packageId }: Moving) => ({ params: { id }, body: { productid: packageId } }),
    (answer) => withoutHours(p2pReceipt(answer)),
  ),
});

const toIptv = (
  declaration: typeof migrateP2pToIptv | typeof migrateNewP2pToIptv,
): LineMigration => ({
  to: iptvLines,
  label: 'Migrar IPTV',
  window: 'migrar-iptv',
  asksWhatsapp: true,
  call: platformCall(
    declaration,
    ({ line: { id }, packageId, whatsapp }: Moving) => ({
      params: { id },
      // Blank is sent as 0 (V-17).
      body: { package: packageId, whatsapp: whatsapp === '' ? 0 : whatsapp },
    }),
    (answer) => withoutHours(iptvReceipt(answer)),
  ),
});

const migrations: Record<PlatformKey, readonly LineMigration[]> = {
  iptv: [
    toP2p(p2pPlatform, 'Migrar P2P', migrateIptvToP2p),
    toP2p(newP2pPlatform, 'Migrar Novo P2P', migrateIptvToNewP2p),
  ],
  p2p: [toIptv(migrateP2pToIptv)],
  'new-p2p': [toIptv(migrateNewP2pToIptv)],
};

export const migrationsFrom = ({ is }: LinePlatform): readonly LineMigration[] =>
  migrations[is.key];
