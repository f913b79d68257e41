/**
 * Tests addresses of a restore. The documentation, and the error for an unknown address, must list
 * every accepted form.
 */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { explainCode } from '../../foundation/start/explain-failure.ts';
import { openRestoreSource, sourceForms } from './open-source.ts';
import { BackupError } from '../backup-error.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const options = { secret: 'x', identity: undefined };

it('lists every accepted address form in OPERATIONS and when it rejects others', async () => {
  const operations = await readFile(path.join(root, 'docs/OPERATIONS.md'), 'utf8');
  const refusal = openRestoreSource('ftp://user@host/folder', options).catch(
    (error: unknown) => error,
  );
  expect(await refusal).toBeInstanceOf(BackupError);
  for (const form of Object.values(sourceForms)) {
    const [address = ''] = form.split(' ');
    expect(operations).toContain(`\`${address}\``);
    expect(((await refusal) as Error).message).toContain(address);
    expect((await openRestoreSource(address.replace('?region=…', ''), options)).where).toBeTruthy();
  }
});

it('suggests s3+http:// when the server of s3:// has no TLS', async () => {
  const server = http.createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const from = `s3://KEY@127.0.0.1:${port}/copies`;
    const store = await openRestoreSource(from, options);
    const error: unknown = await store.list('wal').catch((reason: unknown) => reason);
    expect(explainCode(error)).toContain('s3+http://');
  } finally {
    server.close();
  }
});
