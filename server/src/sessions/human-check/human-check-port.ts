/** What stands behind «is this a person»: each provider is one of these. */
import type { ResponseOf } from '@ramal/contract/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import type { RequestMeta } from '../../foundation/caller.ts';

export type HumanCheckOffer = Omit<ResponseOf<typeof getCaptcha>, 'exempt'>;

export interface HumanCheck {
  /** What a browser needs to solve it. */
  offer(): Promise<HumanCheckOffer>;
  verify(solution: string, requestMeta: RequestMeta): Promise<boolean>;
}
