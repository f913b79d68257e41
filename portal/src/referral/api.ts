import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getPortalReferral } from '@ramal/contract/portal/portal-referral';
import { request } from '../request.ts';

export type Referral = ResponseOf<typeof getPortalReferral>;
export type Friend = Referral['friends'][number];

/** Reads the customer's link, the terms, and the friends who came by the link. */
export const readReferral = (key: string): Promise<Referral> =>
  request<typeof getPortalReferral>('/api/portal/referral', { key });
