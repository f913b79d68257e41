/**
 * Double of a push service with its browsers. It listens on 127.0.0.1, which counts as a public
 * address in the tests. The reference library of RFC 8188 and 8291 decrypts the messages, and
 * `jose` verifies the sender.
 */
import { type ECDH, createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';

interface PushBrowser {
  /** Subscription that the browser sends to the panel. */
  readonly subscription: { endpoint: string; p256dh: string; auth: string };
  /** Displayed messages, oldest first. */
  readonly shown: unknown[];
  readonly headers: Record<string, string>[];
}

export interface PushServiceDouble {
  readonly origin: string;
  /** Responses to the next messages. When the list is empty, every response is 201. */
  readonly answers: { status: number; retryAfter?: number }[];
  browser(): PushBrowser;
  close(): void;
}

interface ServedBrowser extends PushBrowser {
  readonly keys: ECDH;
  readonly secret: Buffer;
}

export async function startPushService(now: () => Date): Promise<PushServiceDouble> {
  const served = new Map<string, ServedBrowser>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const browser = served.get(request.url ?? '');
      const { status, retryAfter } = double.answers.shift() ?? { status: 201 };
      if (browser && status === 201) {
        const headers = request.headers as Record<string, string>;
        await provenSender(headers.authorization ?? '', double.origin, now());
        browser.headers.push(headers);
        browser.shown.push(decrypted(body, browser));
      }
      if (retryAfter) response.setHeader('retry-after', retryAfter);
      response.writeHead(browser ? status : 404);
      response.end();
      // A real push service or browser would reject a message whose verification or decryption
      // fails.
    })().catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: PushServiceDouble = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    browser: () => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const secret = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const subscription = {
        endpoint: double.origin + path,
        p256dh: keys.getPublicKey('base64url'),
        auth: secret.toString('base64url'),
      };
      const browser = { subscription, shown: [], headers: [], keys, secret };
      served.set(path, browser);
      return browser;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return double;
}

const decrypted = (body: Buffer, { keys, secret }: ServedBrowser): unknown =>
  JSON.parse(
    ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: secret }).toString(),
  );

/** Verifies the token for this push service with the key that the sender adds (RFC 8292). */
async function provenSender(authorization: string, origin: string, now: Date): Promise<void> {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization)!;
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256');
  await jwtVerify(token!, publicKey, { audience: origin, currentDate: now });
}
