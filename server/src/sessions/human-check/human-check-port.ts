/** The interface that each provider of the human check implements. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getCaptcha } from '@ramal/contract/sessions';
import type { RequestMeta } from '../../foundation/caller.ts';

export type HumanCheckOffer = ResponseOf<typeof getCaptcha>;

export interface HumanCheck {
  /** Returns the data that a browser needs to solve the check. */
  offer(): Promise<HumanCheckOffer>;
  verify(solution: string, requestMeta: RequestMeta): Promise<boolean>;
}
