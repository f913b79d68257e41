/**
 * Opens the store from which a restore reads: a folder, or an address whose secret is in a separate
 * setting.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderStore } from '../stores/folder-store.ts';
import { type RemoteAccess, openRemote } from '../stores/remotes.ts';
import type { BackupStore } from '../stores/store.ts';
import { BackupError } from '../backup-error.ts';

interface SourceOptions {
  /** Secret access key of S3, or password of SFTP. */
  readonly secret: string | undefined;
  /** Path of an SSH private key. */
  readonly identity: string | undefined;
}

/** Every accepted address form, for the usage text, error messages and OPERATIONS. */
export const sourceForms = {
  's3:': 's3://KEY@host/bucket/folder?region=…',
  's3+http:': 's3+http://KEY@host/bucket/folder?region=… without TLS',
  'sftp:': 'sftp://user@host/folder',
} as const;

export const SOURCE_FORMS = `a folder, ${new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(sourceForms))}`;

/** Private addresses are allowed, because the operator enters the address on the console. */
const ANYWHERE = { privateOrigins: ['0.0.0.0/0', '::/0'] };

export async function openRestoreSource(
  from: string,
  options: SourceOptions,
): Promise<BackupStore> {
  const [scheme] = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(from) ?? [];
  if (!scheme) return folderStore('local', path.resolve(from));
  if (!Object.hasOwn(sourceForms, scheme.toLowerCase()) || !URL.canParse(from))
    throw new BackupError('refused', `${from} não é um endereço: use ${SOURCE_FORMS}.`);
  return openRemote('remote_1', await accessOf(new URL(from), options), ANYWHERE);
}

async function accessOf(url: URL, { secret, identity }: SourceOptions): Promise<RemoteAccess> {
  const [user, pathname] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname)];
  if (!user) throw new BackupError('refused', `O endereço não diz o usuário: use ${SOURCE_FORMS}.`);
  if (url.protocol === 'sftp:') {
    if (!secret && !identity)
      throw new BackupError(
        'refused',
        'Ponha a senha em RAMAL_REMOTE_SECRET, ou indique a chave de SSH com --identity ARQUIVO.',
      );
    return {
      kind: 'sftp',
      host: url.hostname,
      port: url.port ? Number(url.port) : 22,
      username: user,
      password: identity ? null : (secret ?? ''),
      privateKey: identity ? await readFile(identity, 'utf8') : null,
      // Without ~ the path is absolute on the server.
      folder: pathname.replace(/^\/~\/?/, ''),
      fingerprint: url.searchParams.get('fingerprint'),
    };
  }
  const [bucket = '', ...folder] = pathname.split('/').filter(Boolean);
  if (!bucket || !secret)
    throw new BackupError(
      'refused',
      'Indique o bucket e ponha a chave secreta em RAMAL_REMOTE_SECRET.',
    );
  return {
    kind: 's3',
    endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'auto',
    bucket,
    folder: folder.join('/'),
    accessKeyId: user,
    secretAccessKey: secret,
  };
}
