/** Opens every configured store: the local folder and up to two remote stores. */
import type { BackupStoreName } from '@ramal/contract/operations/backups';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Config } from '../../foundation/config.ts';
import { folderStore } from './folder-store.ts';
import { type S3Access, s3Store } from './s3-store.ts';
import { type SftpAccess, sftpStore } from './sftp-store.ts';
import type { BackupStore } from './store.ts';

export type RemoteStoreId = Exclude<BackupStoreName, 'local'>;
export const remoteStoreIds: readonly RemoteStoreId[] = ['remote_1', 'remote_2'];

/** Access to a store that was configured on the screen. */
export type RemoteAccess = S3Access | SftpAccess;

/** Name of the derived key that encrypts the access. */
export const REMOTE_SECRET = 'backup-remote';

export const openRemote = (
  place: RemoteStoreId,
  access: RemoteAccess,
  { privateOrigins }: Pick<Config, 'privateOrigins'>,
) =>
  access.kind === 's3'
    ? s3Store(place, access, privateOrigins)
    : sftpStore(place, access, privateOrigins);

export interface ConfiguredRemote {
  readonly place: RemoteStoreId;
  readonly kind: 'folder' | RemoteAccess['kind'];
  readonly store: BackupStore;
  /**
   * Access that was saved on the screen. Undefined for a folder, which the operator configures on
   * the machine.
   */
  readonly access: RemoteAccess | undefined;
  /**
   * Days for which the store forbids deletion. Null if deletion is allowed. 0 if the store refuses
   * deletion but reports no period.
   */
  readonly lockedDays: number | null;
}

export const openLocalStore = ({ backupFolder }: Pick<Config, 'backupFolder'>): BackupStore =>
  folderStore('local', backupFolder);

/** Returns the operator's folder for this store, if one is configured. */
export const configuredFolder = (
  { backupRemotes }: Pick<Config, 'backupRemotes'>,
  place: RemoteStoreId,
): string | undefined => backupRemotes[remoteStoreIds.indexOf(place)];

type RemotesContext = Pick<AppContext, 'db' | 'config' | 'secrets'>;

export async function readRemotes(ctx: RemotesContext): Promise<ConfiguredRemote[]> {
  const rows = await ctx.db.many<{
    place: RemoteStoreId;
    sealed: Buffer;
    lockedDays: number | null;
  }>(sql`select place, sealed, locked_days from backup_remotes`);
  return remoteStoreIds.flatMap((place): ConfiguredRemote[] => {
    const folder = configuredFolder(ctx.config, place);
    if (folder)
      return [
        {
          place,
          kind: 'folder',
          store: folderStore(place, folder),
          access: undefined,
          lockedDays: null,
        },
      ];
    const row = rows.find((stored) => stored.place === place);
    if (!row) return [];
    const access = openAccess(ctx, row.sealed);
    const store = openRemote(place, access, ctx.config);
    return [{ place, kind: access.kind, store, access, lockedDays: row.lockedDays }];
  });
}

const openAccess = ({ secrets }: Pick<AppContext, 'secrets'>, sealed: Buffer): RemoteAccess =>
  JSON.parse(secrets.decrypt(REMOTE_SECRET, sealed)) as RemoteAccess;

/** Returns all stores, the local folder first. */
export const openStores = async (ctx: AppContext): Promise<BackupStore[]> => [
  openLocalStore(ctx.config),
  ...(await readRemotes(ctx)).map(({ store }) => store),
];
