/**
 * Properties of a platform: names on the wire, calls that create and list its lines, and the flag
 * and grants that allow it. Code should read these properties instead of comparing the key of a
 * platform.
 */
import type { Flag, Grant } from '../api/access.ts';

export const platformKeys = ['iptv', 'p2p', 'new-p2p'] as const;
export type PlatformKey = (typeof platformKeys)[number];

export interface Platform {
  readonly key: PlatformKey;
  readonly label: string;
  readonly flag: Flag;
  /**
   * Flag that disables the tests of this platform, in addition to the flag for all tests
   * (Q-TESTFLAGS).
   */
  readonly testFlag?: Flag;
  /** Grants required by every call about its lines (R-07, Q-SERVERPERM). */
  readonly grants: readonly Grant[];
  /**
   * Grants that an account needs to move a line to this platform. Without them the account could
   * not see the line afterwards.
   */
  readonly migrationGrants: readonly Grant[];
  /** Path of the panel's form. `listPath` is the path of the list. */
  readonly createPath: string;
  readonly listPath: string;
  /** File name of the spreadsheet, from the specification (Q-EXPORT). */
  readonly exportFile: string;
  /** Column titles that differ between the platforms. */
  readonly headers: Readonly<Record<'note' | 'createdAt' | 'owner', string>>;
  /** True if lines of this platform can sign in to the built-in player (Q-P2PPLAY). */
  readonly plays: boolean;
  /** Kind of product that a line gets: a package of the catalogue, or a product of the platform. */
  readonly sells: 'packages' | 'products';
  /** True if user names contain only digits (V-11). */
  readonly numericNames: boolean;
  /** Wire name of a line's user name. */
  readonly nameField: 'username' | 'name';
}

const p2pHeaders = { note: 'Nota', createdAt: 'Início', owner: 'Dono' };

export const platforms: Record<PlatformKey, Platform> = {
  iptv: {
    key: 'iptv',
    label: 'IPTV',
    flag: 'iptv',
    grants: [],
    migrationGrants: [],
    testFlag: 'test_iptv',
    createPath: '/user-iptv',
    listPath: '/users-iptv',
    exportFile: 'UsersIPTV.xlsx',
    headers: { note: 'Notas', createdAt: 'Criado Em', owner: 'Revenda' },
    plays: true,
    sells: 'packages',
    numericNames: true,
    nameField: 'username',
  },
  p2p: {
    key: 'p2p',
    label: 'P2P',
    flag: 'p2p',
    grants: [],
    migrationGrants: [],
    createPath: '/user-p2p',
    listPath: '/users-p2p',
    exportFile: 'UsersP2P.xlsx',
    headers: p2pHeaders,
    plays: false,
    sells: 'products',
    numericNames: false,
    nameField: 'name',
  },
  'new-p2p': {
    key: 'new-p2p',
    label: 'Novo P2P',
    flag: 'n_p2p',
    grants: ['lines.new-p2p'],
    migrationGrants: ['lines.new-p2p', 'lines.migrate-new-p2p'],
    createPath: '/new-user-p2p',
    listPath: '/new-users-p2p',
    exportFile: 'UsersNewP2P.xlsx',
    headers: p2pHeaders,
    plays: false,
    sells: 'products',
    numericNames: false,
    nameField: 'name',
  },
};
