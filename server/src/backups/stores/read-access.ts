/** Converts the submitted form to the access of a remote store. */
import type { ParsedRequest } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveBackupS3, saveBackupSftp } from '@ramal/contract/operations/backups';
import type { S3Access } from './s3-store.ts';
import type { SftpAccess } from './sftp-store.ts';

/** Region name that is used for stores without regions. */
const ANY_REGION = 'auto';

export const s3Access = (body: ParsedRequest<typeof saveBackupS3>['body']): S3Access => ({
  kind: 's3',
  endpoint: body.endpoint,
  region: body.region ?? ANY_REGION,
  bucket: body.bucket,
  folder: (body.folder ?? '').replace(/^\/+/, ''),
  accessKeyId: body.accessKeyId,
  secretAccessKey: body.secretAccessKey,
});

const SSH_PORT = 22;

export async function sftpAccess(
  body: ParsedRequest<typeof saveBackupSftp>['body'],
): Promise<SftpAccess> {
  const { password = null, privateKey = null } = body;
  if (password === null && privateKey === null)
    refuse('invalid_fields', { fields: { password: 'Informe a senha ou a chave privada.' } });
  if (privateKey !== null) await refuseUnreadableKey(privateKey);
  return {
    kind: 'sftp',
    host: body.host,
    port: body.port ?? SSH_PORT,
    username: body.username,
    password: privateKey === null ? password : null,
    // The library rejects a key without its final line feed.
    privateKey: privateKey === null ? null : `${privateKey}\n`,
    folder: body.folder ?? '',
    fingerprint: body.fingerprint ?? null,
  };
}

async function refuseUnreadableKey(privateKey: string): Promise<void> {
  const { default: ssh } = await import('ssh2');
  const key = ssh.utils.parseKey(`${privateKey}\n`);
  if (!(key instanceof Error)) return;
  const isLocked = /encrypted/i.test(key.message);
  refuse('invalid_fields', {
    fields: {
      privateKey: isLocked
        ? 'Esta chave tem senha. Faça uma sem senha, só para os backups.'
        : 'Esta não é uma chave privada que se leia.',
    },
  });
}
