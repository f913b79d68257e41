/** Signatures by the Standard Webhooks specification, version 1. */
import { createHmac } from 'node:crypto';
import type { AppContext } from '../foundation/app-context.ts';

const USE = 'webhook-secret';

export const sealSecret = ({ secrets }: Pick<AppContext, 'secrets'>, secret: string): Buffer =>
  secrets.encrypt(USE, secret);

export const openSecret = ({ secrets }: Pick<AppContext, 'secrets'>, sealed: Buffer): string =>
  secrets.decrypt(USE, sealed);

interface SignedMessage {
  readonly id: string;
  /** Time of this attempt in Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Signs a message. The secret consists of `whsec_` and the key in base64. */
export const signWebhook = (secret: string, { id, timestamp, body }: SignedMessage): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};
