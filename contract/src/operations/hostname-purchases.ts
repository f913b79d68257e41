/** Purchases and renewals of hostnames. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';

const purchaseStates = ['reserved', 'ordered', 'registered', 'done', 'refunded'] as const;

const hostnamePurchase = z.object({
  id: z.int(),
  dns: z.string(),
  kind: z.enum(['new', 'renewal']),
  state: z.enum(purchaseStates),
  years: z.int(),
  /** Credits reserved for the purchase. Null for a purchase by an admin. */
  credits: z.number().nullable(),
  /** Price in US dollars. Only admins see it; for other accounts it is null. */
  value: z.number().nullable(),
  /** Reason why the purchase was cancelled and its credits returned. */
  reason: z.string().nullable(),
  isSandbox: z.boolean(),
  /** Times of the steps of the purchase in Unix seconds. A time is null before its step. */
  reservedAt: z.int(),
  orderedAt: z.int().nullable(),
  registeredAt: z.int().nullable(),
  endedAt: z.int().nullable(),
});
export type HostnamePurchase = z.output<typeof hostnamePurchase>;

export const listHostnamePurchases = endpoint({
  name: 'list-dns-purchases',
  method: 'GET',
  path: '/api/dns-purchases',
  summary: 'As compras e renovações em andamento, e as que terminaram há menos de um dia.',
  access: { profiles },
  answer: z.object({ data: z.array(hostnamePurchase) }),
  errors: [],
});
