/**
 * Lists the migrations of each platform: the target platforms and the labels (S-IPTVLIST-30,
 * S-IPTVLIST-31, S-P2PLIST-27). The calls are in migration-calls.ts, so that they are loaded only
 * with the dialog.
 */
import { type Platform, type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { LineDialogKind } from '../list/line-params.ts';
import type { LinePlatform } from './platform.ts';

export interface LineMigration {
  readonly to: Platform;
  readonly label: string;
  /** Name of the migration's dialog in the address. */
  readonly dialog: Extract<LineDialogKind, `migrate-${PlatformKey}`>;
  /**
   * True if the form has a field for the customer's number in addition to the package
   * (S-P2PLIST-31).
   */
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

export const migrationsFrom = ({ definition }: LinePlatform): readonly LineMigration[] =>
  migrations[definition.key];
