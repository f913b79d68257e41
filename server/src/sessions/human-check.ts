/**
 * The port behind «is this a person»: always decided by the server, each solution counts once
 * (Q-HUMAN). Which provider stands behind it is the operator's choice.
 */
import type { ResponseOf } from '@ramal/contract/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import { ConfigError } from '../foundation/config.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { createAltcha } from './altcha.ts';
import { createSiteverify } from './siteverify.ts';

export type HumanCheckOffer = Omit<ResponseOf<typeof getCaptcha>, 'exempt'>;

export interface HumanCheck {
  /** What a browser needs to solve it. */
  offer(): Promise<HumanCheckOffer>;
  verify(solution: string, requestMeta: RequestMeta): Promise<boolean>;
}

export function createHumanCheck(ctx: AppContext): HumanCheck {
  const { captcha } = ctx.config;
  if (captcha === 'altcha') return createAltcha(ctx);
  if (captcha === 'off')
    return { offer: async () => ({ provider: 'off' }), verify: async () => true };
  const { captchaSiteKey: siteKey, captchaSecret: secret } = ctx.config;
  if (!siteKey || !secret) {
    throw new ConfigError(
      `RAMAL_CAPTCHA=${captcha} needs RAMAL_CAPTCHA_SITE_KEY and RAMAL_CAPTCHA_SECRET`,
    );
  }
  return createSiteverify(ctx, captcha, { siteKey, secret });
}
