/**
 * Double of an S3 store, as the public documentation describes the protocol. It verifies checksums
 * and signatures of version 4. A test can cut its listing into small pages, lock its objects,
 * refuse deletions, and make requests fail.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface S3Double {
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly objects: Map<string, Buffer>;
  /** Started uploads that were neither completed nor aborted. */
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** Received requests, oldest first: `PUT /bucket/key`. */
  readonly requests: string[];
  /** Number of objects on one page of a listing. */
  pageSize: number;
  /** True if the key has no permission to delete objects. */
  keepsAll: boolean;
  /** Number of days for which the bucket locks its objects; null without a lock. */
  lockedDays: number | null;
  /** Statuses with which the next requests of a method fail. */
  failures: { readonly method: string; readonly status: number }[];
  /** True changes one byte of the next stored object. */
  spoilsNext: boolean;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Double> {
  const double: S3Double = {
    url: '',
    bucket: 'copias',
    accessKeyId: `AKIA${randomUUID().slice(0, 12).toUpperCase()}`,
    secretAccessKey: randomUUID(),
    region: 'sa-east-1',
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    pageSize: 1000,
    keepsAll: false,
    lockedDays: null,
    failures: [],
    spoilsNext: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      const answer = serve(double, request, body);
      response.writeHead(answer.status, { 'content-type': 'application/xml', ...answer.headers });
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(double, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

interface Answer {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

function serve(double: S3Double, request: http.IncomingMessage, body: Buffer): Answer {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', 'http://double');
  double.requests.push(`${method} ${url.pathname}`);
  const failing = double.failures.findIndex((failure) => failure.method === method);
  if (failing !== -1)
    return refusal(double.failures.splice(failing, 1)[0]!.status, 'InternalError');
  const wrong = whatIsWrong(double, request, url);
  if (wrong) return refusal(403, wrong);
  const md5 = createHash('md5').update(body).digest('base64');
  if (headers['content-md5'] && headers['content-md5'] !== md5) return refusal(400, 'BadDigest');
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  if (bucket !== double.bucket) return refusal(404, 'NoSuchBucket');
  const key = rest.join('/');
  if (method === 'GET' && key === '') return aboutBucket(double, url.searchParams);
  if (method === 'GET' || method === 'HEAD') return read(double, key);
  if (method === 'DELETE') return remove(double, key, url.searchParams);
  if (method === 'POST') return post(double, key, url.searchParams, body);
  return put(double, key, url.searchParams, body);
}

/**
 * Returns the error of the signature. Undefined if the signature matches this request and the keys
 * of the double.
 */
function whatIsWrong(
  double: S3Double,
  request: http.IncomingMessage,
  url: URL,
): string | undefined {
  const { headers, method = 'GET' } = request;
  const [, id, day, region, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== double.accessKeyId) return 'InvalidAccessKeyId';
  const at = String(headers['x-amz-date']);
  if (!signed.split(';').includes('host') || !at.startsWith(day!)) return 'AccessDenied';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, text) => hmac(from, text),
    `AWS4${double.secretAccessKey}`,
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, hashed].join('\n')).toString('hex');
  return expected === signature && region === double.region ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

function aboutBucket(double: S3Double, query: URLSearchParams): Answer {
  if (!query.has('object-lock')) return list(double, query);
  if (double.lockedDays === null) return refusal(404, 'ObjectLockConfigurationNotFoundError');
  return {
    status: 200,
    body: `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>COMPLIANCE</Mode><Days>${double.lockedDays}</Days></DefaultRetention></Rule></ObjectLockConfiguration>`,
  };
}

function list(double: S3Double, query: URLSearchParams): Answer {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')];
  const after = query.get('continuation-token') ?? '';
  const keys = [...double.objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, double.pageSize);
  const isCut = page.length < keys.length;
  const isBelow = (key: string) => delimiter && key.slice(prefix.length).includes(delimiter);
  const folders = new Set(
    page
      .filter(isBelow)
      .map((key) => key.slice(0, key.indexOf(delimiter!, prefix.length) + delimiter!.length)),
  );
  const files = page
    .filter((key) => !isBelow(key))
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${double.objects.get(key)!.length}</Size></Contents>`,
    );
  return {
    status: 200,
    body: [
      '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
      `<IsTruncated>${isCut}</IsTruncated>`,
      isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '',
      ...files,
      ...[...folders].map(
        (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
      ),
      '</ListBucketResult>',
    ].join(''),
  };
}

function read({ objects }: S3Double, key: string): Answer {
  const body = objects.get(key);
  if (!body) return refusal(404, 'NoSuchKey');
  return {
    status: 200,
    body,
    headers: { 'content-type': 'application/octet-stream', 'content-length': `${body.length}` },
  };
}

function remove(double: S3Double, key: string, query: URLSearchParams): Answer {
  const upload = query.get('uploadId');
  if (upload) double.uploads.delete(upload);
  else if (double.keepsAll) return refusal(403, 'AccessDenied');
  else double.objects.delete(key);
  return { status: 204 };
}

function post(double: S3Double, key: string, query: URLSearchParams, body: Buffer): Answer {
  if (query.has('uploads')) {
    const id = randomUUID();
    double.uploads.set(id, new Map());
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const id = query.get('uploadId') ?? '';
  const parts = double.uploads.get(id);
  if (!parts) return refusal(404, 'NoSuchUpload');
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
    Number(n),
  );
  store(double, key, Buffer.concat(named.map((number) => parts.get(number)!)));
  double.uploads.delete(id);
  return {
    status: 200,
    body: `<CompleteMultipartUploadResult><ETag>"${id}"</ETag></CompleteMultipartUploadResult>`,
  };
}

function put(double: S3Double, key: string, query: URLSearchParams, body: Buffer): Answer {
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const upload = query.get('uploadId');
  if (!upload) store(double, key, body);
  else {
    const parts = double.uploads.get(upload);
    if (!parts) return refusal(404, 'NoSuchUpload');
    parts.set(Number(query.get('partNumber')), body);
  }
  return { status: 200, headers: { etag } };
}

function store(double: S3Double, key: string, body: Buffer): void {
  const stored = Buffer.from(body);
  if (double.spoilsNext) stored[Math.floor(stored.length / 2)]! ^= 1;
  double.spoilsNext = false;
  double.objects.set(key, stored);
}
