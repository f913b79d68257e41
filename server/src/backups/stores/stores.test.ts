/**
 * Tests that folder, S3 and SFTP stores behave alike. A file is stored completely or not at all,
 * and each failure has a reason.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Double, startS3 } from '../../../test/s3.ts';
import { type SftpDouble, startSftp } from '../../../test/sftp.ts';
import { folderStore } from './folder-store.ts';
import { type S3Access, s3Store } from './s3-store.ts';
import { type SftpAccess, sftpStore } from './sftp-store.ts';
import type { BackupStore } from './store.ts';
import { storeFailureReason } from './store-failure.ts';

const HERE = ['127.0.0.1'];

let folder: string;
let s3: S3Double;
let sftp: SftpDouble;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-stores-'));
  await mkdir(path.join(folder, 'sftp'));
  s3 = await startS3();
  sftp = await startSftp(path.join(folder, 'sftp'));
});
afterAll(async () => {
  await Promise.all([s3.close(), sftp.close()]);
  await rm(folder, { recursive: true });
});

const s3Access = (change: Partial<S3Access> = {}): S3Access => ({
  kind: 's3',
  endpoint: s3.url,
  region: s3.region,
  bucket: s3.bucket,
  folder: 'ramal/copias',
  accessKeyId: s3.accessKeyId,
  secretAccessKey: s3.secretAccessKey,
  ...change,
});
const sftpAccess = (change: Partial<SftpAccess> = {}): SftpAccess => ({
  kind: 'sftp',
  host: '127.0.0.1',
  port: sftp.port,
  username: sftp.username,
  password: sftp.password,
  privateKey: null,
  folder: 'ramal/copias',
  fingerprint: null,
  ...change,
});

const stores: readonly [string, () => BackupStore][] = [
  ['a folder', () => folderStore('local', path.join(folder, 'here'))],
  ['a bucket', () => s3Store('remote_1', s3Access(), HERE)],
  ['a server', () => sftpStore('remote_2', sftpAccess(), HERE)],
];

async function fileOf(content: Buffer) {
  const file = path.join(folder, `file-${randomBytes(4).toString('hex')}`);
  await writeFile(file, content);
  return { file, sha256: createHash('sha256').update(content).digest('hex') };
}

const put = async (store: BackupStore, name: string, content: Buffer) => {
  const { file, sha256 } = await fileOf(content);
  await store.put(name, file, sha256);
};

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => storeFailureReason(error),
  );

it('an SFTP session closes every handle even after a partial read', async () => {
  const store = sftpStore('remote_2', sftpAccess(), HERE);
  await put(store, 'lent', randomBytes(3_000_000));
  await expect.poll(() => sftp.openHandles).toBe(0);
  for (let read = 0; read < 20; read += 1) {
    const stream = await store.open('lent');
    if (read % 2 === 0) await buffer(stream);
    else stream.destroy();
  }
  await expect.poll(() => sftp.openHandles).toBe(0);
  await store.remove(['lent']);
});

describe.each(stores)('%s', (_, open) => {
  it('stores files by folder and returns and deletes them', async () => {
    const store = open();
    expect([await store.list(''), await store.list('wal')]).toEqual([[], []]);
    const contents = new Map([
      ['b', randomBytes(300_000)],
      ['a', Buffer.alloc(0)],
      ['wal/1', randomBytes(70_000)],
    ]);
    for (const [name, content] of contents) await put(store, name, content);
    expect(await store.list('')).toEqual([
      { name: 'a', size: 0 },
      { name: 'b', size: 300_000 },
    ]);
    expect(await store.list('wal')).toEqual([{ name: 'wal/1', size: 70_000 }]);
    for (const [name, content] of contents)
      expect((await buffer(await store.open(name))).equals(content)).toBe(true);
    const newer = randomBytes(500);
    await put(store, 'b', newer);
    expect((await buffer(await store.open('b'))).equals(newer)).toBe(true);
    await store.remove([...contents.keys(), 'never-there']);
    expect([await store.list(''), await store.list('wal')]).toEqual([[], []]);
  });

  it('stores nothing when the content has another checksum', async () => {
    const store = open();
    const { file } = await fileOf(randomBytes(5_000));
    const failure = await failureOf(store.put('x', file, createHash('sha256').digest('hex')));
    expect(failure).toBe('O que foi enviado voltou diferente.');
    expect(await store.list('')).toEqual([]);
    expect(await failureOf(store.open('x'))).not.toBe('none');
  });
});

describe('a bucket', () => {
  it('uploads large files in parts and aborts failed uploads', async () => {
    const store = s3Store('remote_1', s3Access(), HERE);
    const large = randomBytes(17 * 1024 * 1024);
    await put(store, 'large', large);
    expect(s3.objects.get('ramal/copias/large')!.equals(large)).toBe(true);
    const { file, sha256 } = await fileOf(large);
    s3.failures = [{ method: 'PUT', status: 503 }];
    expect(await failureOf(store.put('failed', file, sha256))).toBe(
      'O servidor falhou ao responder.',
    );
    expect([...s3.uploads.keys(), ...s3.objects.keys()]).toEqual(['ramal/copias/large']);
    s3.spoilsNext = true;
    expect(await failureOf(store.put('spoilt', file, sha256))).toBe(
      'O que foi enviado voltou diferente.',
    );
    expect([...s3.objects.keys()]).toEqual(['ramal/copias/large']);
    await store.remove(['large']);
  });

  it('is listed completely across pages', async () => {
    const store = s3Store('remote_1', s3Access({ folder: '' }), HERE);
    s3.pageSize = 2;
    for (const name of ['1', '2', '3', '4', '5', 'wal/1'])
      await put(store, name, Buffer.from(name));
    expect((await store.list('')).map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5']);
    expect((await store.list('wal')).map(({ name }) => name)).toEqual(['wal/1']);
    s3.pageSize = 1000;
    s3.objects.clear();
  });

  it('returns the reason for a failure as text', async () => {
    const why = (change: Partial<S3Access>, origins = HERE) =>
      failureOf(s3Store('remote_1', s3Access(change), origins).list(''));
    expect(await why({ secretAccessKey: 'errada' })).toBe(
      'Recusa o acesso: a chave secreta não confere.',
    );
    expect(await why({ accessKeyId: 'OUTRA' })).toBe('Recusa o acesso: a chave não existe.');
    expect(await why({ bucket: 'outro' })).toBe('O bucket não existe.');
    expect(await why({ endpoint: 'http://127.0.0.1:9' })).toBe(
      'Não foi possível conectar ao servidor.',
    );
    expect(await why({}, [])).toContain('RAMAL_PRIVATE_ORIGINS');
  });

  it('reports the days of its deletion lock', async () => {
    const store = s3Store('remote_1', s3Access(), HERE);
    expect(await store.lockedDays()).toBeNull();
    s3.lockedDays = 30;
    expect(await store.lockedDays()).toBe(30);
    s3.lockedDays = null;
  });
});

describe('a server', () => {
  it('accepts a password or a key and must show the same host key again', async () => {
    const store = sftpStore('remote_1', sftpAccess(), HERE);
    expect(await store.fingerprint()).toBe(sftp.fingerprint);
    const byKey = { password: null, privateKey: sftp.privateKey, fingerprint: sftp.fingerprint };
    expect(await sftpStore('remote_1', sftpAccess(byKey), HERE).list('')).toEqual([]);
    const why = (change: Partial<SftpAccess>, origins = HERE) =>
      failureOf(sftpStore('remote_1', sftpAccess(change), origins).list(''));
    const other = `SHA256:${'A'.repeat(43)}`;
    expect(await why({ fingerprint: other })).toBe(
      `O servidor mostrou outra chave (${sftp.fingerprint}): pode ser outro.`,
    );
    expect(await why({ password: 'errada' })).toBe('Recusa o acesso.');
    expect(await why({ port: 9 })).toBe('Não foi possível conectar ao servidor.');
    expect(await why({}, [])).toContain('RAMAL_PRIVATE_ORIGINS');
  });

  it('leaves only a partial file when the connection breaks', async () => {
    const store = sftpStore('remote_1', sftpAccess(), HERE);
    const { file, sha256 } = await fileOf(randomBytes(3_000_000));
    sftp.breaksAfterWrites = 5;
    expect(await failureOf(store.put('cut', file, sha256))).toBe('A conexão caiu.');
    sftp.breaksAfterWrites = Infinity;
    const left = await readdir(path.join(folder, 'sftp/ramal/copias'));
    expect(left.filter((name) => !name.endsWith('.partial'))).toEqual(['wal']);
    await store.put('cut', file, sha256);
    expect((await buffer(await store.open('cut'))).length).toBe(3_000_000);
  });
});
