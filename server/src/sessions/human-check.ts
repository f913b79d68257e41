/**
 * The port behind «is this a person»: always decided by the server, each solution counts once
 * (Q-HUMAN). Which provider stands behind it is the operator's choice.
 */
import type { Answered } from '@ramal/contract/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import { ConfigError } from '../foundation/config.ts';
import type { Origin } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { makeAltcha } from './altcha.ts';
import { makeSiteverify } from './siteverify.ts';

export type Offer = Omit<Answered<typeof getCaptcha>, 'exempt'>;

export interface HumanCheck {
  /** What a browser needs to solve it. */
  offer(): Promise<Offer>;
  verify(solution: string, origin: Origin): Promise<boolean>;
}

export function makeHumanCheck(house: House): HumanCheck {
  const { captcha } = house.config;
  if (captcha === 'altcha') return makeAltcha(house);
  if (captcha === 'off')
    return { offer: async () => ({ provider: 'off' }), verify: async () => true };
  const { captchaSiteKey: siteKey, captchaSecret: secret } = house.config;
  if (!siteKey || !secret) {
    throw new ConfigError(
      `RAMAL_CAPTCHA=${captcha} needs RAMAL_CAPTCHA_SITE_KEY and RAMAL_CAPTCHA_SECRET`,
    );
  }
  return makeSiteverify(house, captcha, { siteKey, secret });
}
