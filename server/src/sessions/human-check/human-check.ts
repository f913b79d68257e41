/**
 * Verifies the human check on the server. Each solution is valid once (Q-HUMAN). The operator
 * chooses the provider.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import { createAltcha } from './altcha.ts';
import type { HumanCheck } from './human-check-port.ts';
import { createSiteverify } from './siteverify.ts';
import { OperatorError } from '../../foundation/start/operator-error.ts';

export function createHumanCheck(ctx: AppContext): HumanCheck {
  const { captcha } = ctx.config;
  if (captcha === 'altcha') return createAltcha(ctx);
  if (captcha === 'off') return noCheck;
  const { captchaSiteKey: siteKey, captchaSecret: secret } = ctx.config;
  if (!siteKey || !secret) {
    throw new OperatorError(
      `RAMAL_CAPTCHA=${captcha} precisa de RAMAL_CAPTCHA_SITE_KEY e RAMAL_CAPTCHA_SECRET.`,
    );
  }
  return createSiteverify(ctx, { provider: captcha, keys: { siteKey, secret } });
}

/**
 * Human check of public pages, which load no script of others. It is the built-in check whichever
 * provider the sign-in uses, unless the operator switched the check off.
 */
export const createVisitorCheck = (ctx: AppContext): HumanCheck =>
  ctx.config.captcha === 'off' ? noCheck : createAltcha(ctx);

const noCheck: HumanCheck = { offer: async () => ({ provider: 'off' }), verify: async () => true };
