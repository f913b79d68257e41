/** Store in an S3 bucket, or in a compatible service such as R2, B2, Wasabi or MinIO. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { BackupStoreName } from '@ramal/contract/operations/backups';
import type { S3mini } from 's3mini';
import { fetchUntrusted } from '../../foundation/fetch-untrusted.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import { type BackupStore, compareNames, hashContent } from './store.ts';
import { BackupError } from '../backup-error.ts';

export interface S3Access {
  readonly kind: 's3';
  /** Base URL of the service, for example `https://s3.sa-east-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Folder in the bucket. Empty for the root of the bucket. */
  readonly folder: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Size of a part in bytes. S3 accepts at most 10,000 parts per file, which gives 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const DELETIONS_AT_ONCE = 8;
/**
 * Timeout of a request. The answer begins after the whole part was sent, so the timeout includes
 * the upload.
 */
const ANSWER_TIMEOUT_MS = 5 * MINUTE_MS;

interface S3Store extends BackupStore {
  /**
   * Returns the days for which the bucket prevents deletion. Returns null if the bucket has no such
   * lock, or if the service cannot report it.
   */
  lockedDays(): Promise<number | null>;
}

export function s3Store(
  place: BackupStoreName,
  access: S3Access,
  privateOrigins: readonly string[],
): S3Store {
  let opened: Promise<S3mini> | undefined;
  const client = () => (opened ??= clientOf(access, privateOrigins));
  const prefix = access.folder ? `${access.folder}/` : '';
  return {
    place,
    where: `${new URL(access.endpoint).host}/${access.bucket}${access.folder && `/${access.folder}`}`,
    async list(folder) {
      const bucket = await client();
      const inFolder = `${prefix}${folder && `${folder}/`}`;
      const objects = await bucket.listObjects('/', inFolder, undefined, { delimiter: '/' });
      if (!objects) throw notFound('NoSuchBucket');
      return objects
        .filter(({ Key }) => Key.startsWith(inFolder) && !Key.endsWith('/'))
        .map(({ Key, Size }) => ({ name: Key.slice(prefix.length), size: Size }))
        .toSorted(compareNames);
    },
    open: async (name) => read(await client(), `${prefix}${name}`),
    async put(name, file, sha256) {
      const bucket = await client();
      const key = `${prefix}${name}`;
      await upload(bucket, key, file);
      if ((await hashContent(await read(bucket, key))) === sha256) return;
      await bucket.deleteObject(key).catch(() => undefined);
      throw new BackupError('copy-mismatch', `${name} is not what was sent`);
    },
    async remove(names) {
      const bucket = await client();
      const left = [...names];
      const work = async (): Promise<void> => {
        for (let name = left.pop(); name !== undefined; name = left.pop())
          await bucket.deleteObject(`${prefix}${name}`);
      };
      await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, work));
    },
    freeBytes: async () => null,
    lockedDays: async () => lockedDays(await client()),
  };
}

/**
 * Creates the error for a missing file or bucket. The library returns only null for it, without the
 * status of the store.
 */
const notFound = (code: string) =>
  new ProviderError('s3', 'not_found', { status: 404, message: `S3 returned 404 – ${code}` });

/** Loads the library on first use, because most installations have no bucket. */
async function clientOf(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Access,
  privateOrigins: readonly string[],
): Promise<S3mini> {
  const { S3mini } = await import('s3mini');
  return new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: fetchOutside(privateOrigins),
  });
}

/**
 * Sends the library's requests through the project's HTTP client, which checks the address of each
 * connection.
 */
const fetchOutside =
  (privateOrigins: readonly string[]): typeof fetch =>
  async (url, { method = 'GET', headers, body } = {}) => {
    const answer = await fetchUntrusted(privateOrigins, url as string, {
      method: method as 'GET',
      headers: headers as Record<string, string>,
      ...(body ? { body: body as string | Uint8Array } : {}),
      headerTimeoutMs: ANSWER_TIMEOUT_MS,
      maxRedirects: 0,
    });
    const isEmpty = method === 'HEAD' || answer.status === 204 || answer.status === 304;
    if (isEmpty) answer.body.resume();
    return new Response(
      isEmpty ? null : (Readable.toWeb(answer.body) as globalThis.ReadableStream),
      { status: answer.status, headers: answer.headers as Record<string, string> },
    );
  };

async function read(bucket: S3mini, key: string): Promise<Readable> {
  const answer = await bucket.getObjectResponse(key);
  if (!answer?.body) throw notFound('NoSuchKey');
  return Readable.fromWeb(answer.body as ReadableStream);
}

/**
 * Uploads a small file in one request and a larger one in parts. Aborts a failed upload, because
 * the provider would bill its parts.
 */
async function upload(bucket: S3mini, key: string, file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const part = async (number: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(Math.min(PART_BYTES, size - number * PART_BYTES));
      await handle.read(bytes, 0, bytes.length, number * PART_BYTES);
      return bytes;
    };
    if (size <= PART_BYTES) {
      const bytes = await part(0);
      await bucket.putObject(key, bytes, undefined, undefined, digestHeader(bytes));
    } else await uploadInParts(bucket, key, Math.ceil(size / PART_BYTES), part);
  } finally {
    await handle.close();
  }
}

async function uploadInParts(
  bucket: S3mini,
  key: string,
  count: number,
  part: (number: number) => Promise<Buffer>,
): Promise<void> {
  const id = await bucket.getMultipartUploadId(key);
  try {
    const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = [];
    for (let number = 0; number < count; number += 1) {
      const bytes = await part(number);
      const header = digestHeader(bytes);
      sent.push(await bucket.uploadPart(key, id, bytes, number + 1, {}, undefined, header));
    }
    await bucket.completeMultipartUpload(key, id, sent);
  } catch (error) {
    await bucket.abortMultipartUpload(key, id).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the header with the checksum. Buckets with a lock reject uploads without this header. All
 * buckets compare the checksum with the received content.
 */
const digestHeader = (bytes: Buffer) =>
  ({ 'content-md5': createHash('md5').update(bytes).digest('base64') }) as Record<
    `x-amz-${string}`,
    string
  >;

async function lockedDays(bucket: S3mini): Promise<number | null> {
  try {
    const answer = await bucket.getObjectRaw('', true, 0, undefined, { 'object-lock': '' });
    const text = await answer.text();
    const [, days] = /<Days>(\d{1,6})<\/Days>/.exec(text) ?? [];
    const [, years] = /<Years>(\d{1,3})<\/Years>/.exec(text) ?? [];
    return days ? Number(days) : years ? Number(years) * 365 : null;
  } catch {
    // A bucket without a lock returns 404. Many services do not support the request at all.
    return null;
  }
}
