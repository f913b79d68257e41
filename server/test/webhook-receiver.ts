/**
 * Receiver of webhooks on 127.0.0.1, which counts as a public address in the tests. The reference
 * library of the Standard Webhooks specification verifies the messages.
 */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

interface ReceivedWebhook {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export type Answer = (response: ServerResponse) => unknown;
export const ok: Answer = (response) => response.writeHead(200).end('ok');

export interface WebhookReceiver {
  readonly port: number;
  readonly url: string;
  /** Received messages, oldest first. */
  received: ReceivedWebhook[];
  answering: Answer;
  close(): void;
}

export async function startReceiver(host = '127.0.0.1', at = 0): Promise<WebhookReceiver> {
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString(),
      });
      receiver.answering(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    url: `http://${host}:${port}/eventos`,
    received: [],
    answering: ok,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

interface Event {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/**
 * Returns the event of a message. The library checks its time by the test's clock, and throws if it
 * rejects the message.
 */
export function verified(secret: string, { headers, body }: ReceivedWebhook, now: Date): Event {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return new Webhook(secret).verify(body, headers) as Event;
  } finally {
    vi.useRealTimers();
  }
}

/** True if the library accepts the signature of the message for this secret. */
export function isSignedWith(secret: string, webhook: ReceivedWebhook, now: Date): boolean {
  try {
    verified(secret, webhook, now);
    return true;
  } catch {
    return false;
  }
}
