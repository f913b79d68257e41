/**
 * A platform is a description: what its lines are called on the wire, which call creates and lists
 * them, which flag and grant open it. Both sides read it; nothing asks "is this IPTV?" elsewhere.
 */
import type { Flag, Grant } from '../api/access.ts';

export const platformKeys = ['iptv', 'p2p', 'new-p2p'] as const;
export type PlatformKey = (typeof platformKeys)[number];

export interface Platform {
  readonly key: PlatformKey;
  readonly label: string;
  readonly flag: Flag;
  /** Flag that stops only this platform's tests, beside the general one (Q-TESTFLAGS). */
  readonly testFlag?: Flag;
  /** Asked by every call about its lines (R-07, Q-SERVERPERM). */
  readonly grants: readonly Grant[];
  /** Asked of whoever moves a line here from another platform, who then has to see it too. */
  readonly migrationGrants: readonly Grant[];
  /** What the panel calls its two screens. */
  readonly createPath: string;
  readonly listPath: string;
  /** Its spreadsheet, under the documents' base name (Q-EXPORT). */
  readonly exportFile: string;
  /** What its list calls columns that another platform's calls otherwise. */
  readonly headers: Readonly<Record<'note' | 'created_at' | 'owner', string>>;
  /** The lines of this platform sign in to the built-in player (Q-P2PPLAY). */
  readonly plays: boolean;
  /** What its lines watch: packages of the catalogue, or products whose meaning is the platform's own. */
  readonly sells: 'packages' | 'products';
  /** User names are digits only (V-11). */
  readonly numericNames: boolean;
  /** What a line's user name is called on the wire. */
  readonly nameField: 'username' | 'name';
}

const p2pHeaders = { note: 'Nota', created_at: 'Início', owner: 'Dono' };

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
    headers: { note: 'Notas', created_at: 'Criado Em', owner: 'Revenda' },
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
