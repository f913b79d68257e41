/**
 * Key of a probe agent: `rmp_`, ten characters that identify the agent, `_` and a secret of 43
 * characters. Reports are signed with the secret, and the key is never sent.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY = /^rmp_([0-9A-Za-z]{10})_([0-9A-Za-z_-]{43})$/;

export interface AgentKey {
  readonly publicId: string;
  readonly secret: string;
}

export function createAgentKey(): AgentKey & { readonly key: string } {
  const publicId = randomBytes(5).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { publicId, secret, key: `rmp_${publicId}_${secret}` };
}

export function parseAgentKey(key: string): AgentKey | undefined {
  const [, publicId, secret] = KEY.exec(key.trim()) ?? [];
  return publicId && secret ? { publicId, secret } : undefined;
}

export const signReport = (secret: string, report: string): string =>
  createHmac('sha256', secret).update(report).digest('hex');

export const isSigned = (secret: string, report: string, signature: string): boolean =>
  timingSafeEqual(Buffer.from(signReport(secret, report), 'hex'), Buffer.from(signature, 'hex'));
