/**
 * Adapter for Turnstile and reCAPTCHA, which have the same protocol. The server sends the token to
 * the provider, which rejects a token that it has seen before. The providers restrict the site keys
 * to host names.
 */
import { refuse } from '@ramal/contract/api/errors';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { HumanCheck } from './human-check-port.ts';

export type Provider = 'turnstile' | 'recaptcha';

interface Keys {
  readonly siteKey: string;
  readonly secret: string;
}

const addresses: Record<Provider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const TIMEOUT_MS = 5_000;
/** Turnstile's limit. Real tokens of both providers are much shorter. */
const MAX_TOKEN_LENGTH = 4096;
/** Lowest accepted score of reCAPTCHA v3, from 0 (bot) to 1 (human). */
const MIN_SCORE = 0.5;

const reply = z.object({ success: z.boolean(), score: z.number().optional() });

interface SiteverifyOptions {
  readonly provider: Provider;
  readonly keys: Keys;
  readonly url?: string;
  readonly timeoutMs?: number | undefined;
}

export function createSiteverify(
  ctx: AppContext,
  {
    provider,
    keys: { siteKey, secret },
    url = addresses[provider],
    timeoutMs = TIMEOUT_MS,
  }: SiteverifyOptions,
): HumanCheck {
  async function requestVerification(
    token: string,
    remoteip: string,
  ): Promise<z.output<typeof reply>> {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return reply.parse(await response.json());
  }
  return {
    offer: async () => ({ provider, site_key: siteKey }),
    verify: async (token, requestMeta) => {
      if (token === '' || token.length > MAX_TOKEN_LENGTH) return false;
      try {
        const { success, score } = await requestVerification(token, requestMeta.ip);
        return success && (score ?? 1) >= MIN_SCORE;
      } catch (error) {
        // If the provider is unavailable, the check fails, and the user may try again.
        ctx.log.warn({ err: error, provider }, 'human check unreachable');
        return refuse('unavailable');
      }
    },
  };
}
