/**
 * Where lines of a platform may be taken, by the documents' labels (S-IPTVLIST-30, S-IPTVLIST-31,
 * S-P2PLIST-27). A list offers them; how it is done comes with the window (migration-calls.ts).
 */
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { LineDialogKind } from '../list/line-params.ts';
import type { LinePlatform } from './platform.ts';

export interface LineMigration {
  readonly to: Platform;
  readonly label: string;
  /** Its window's name in the address. */
  readonly dialog: Extract<LineDialogKind, `migrate-${PlatformKey}`>;
  /** The customer's number is asked beside the package (S-P2PLIST-31). */
  readonly asksWhatsapp: boolean;
}

const toIptv: LineMigration = {
  to: platforms.iptv,
  label: 'Migrar IPTV',
  dialog: 'migrate-iptv',
  asksWhatsapp: true,
};

const migrations: Record<PlatformKey, readonly LineMigration[]> = {
  iptv: [
    { to: platforms.p2p, label: 'Migrar P2P', dialog: 'migrate-p2p', asksWhatsapp: false },
    {
      to: platforms['new-p2p'],
      label: 'Migrar Novo P2P',
      dialog: 'migrate-new-p2p',
      asksWhatsapp: false,
    },
  ],
  p2p: [toIptv],
  'new-p2p': [toIptv],
};

export const migrationsFrom = ({ is }: LinePlatform): readonly LineMigration[] =>
  migrations[is.key];
