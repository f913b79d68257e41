/**
 * Hostnames that customers' links may carry: bought at a registrar with credits, or added by hand.
 * Source: D3 §2, §7; S-DNS, V-66 to V-72, K-68, K-70, Q-DNSBUY, Q-2FAGATE.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { flag, freshCode, text, whole } from './api/fields.ts';

/** K-68. */
export const hostnameExtensions = ['.top', '.click', '.cfd', '.sbs'] as const;
export const MOST_HOSTNAMES_ASKED = hostnameExtensions.length;
export const LONGEST_TERM_YEARS = 10;

const LABEL = /^[a-z0-9]{1,63}$/;

/** V-66, V-67: letters and digits, and one of the extensions that are sold. */
export function isSold(name: string): boolean {
  const extension = hostnameExtensions.find((one) => name.endsWith(one));
  return extension !== undefined && LABEL.test(name.slice(0, -extension.length));
}

export const hostnameStates = ['preparing', 'active'] as const;

export const hostname = z.object({
  id: z.int(),
  dns: z.string(),
  description: z.string().nullable(),
  /** US dollars; only admins see it. */
  buy_value: z.number().nullable(),
  /** dd/mm/yyyy; null for a name that was added by hand, or is being prepared. */
  due_date_formatted: z.string().nullable(),
  /** 1 once its records are made. */
  status: z.literal([0, 1]),
  id_res: z.int(),
  owner: z.string(),
});
export type Hostname = z.output<typeof hostname>;

export const listHostnames = endpoint({
  name: 'list-dns',
  method: 'GET',
  path: '/api/list-dns',
  summary: 'Os DNS da conta. Administradores veem os de todas.',
  access: { profiles },
  answer: z.object({
    data: z.array(hostname),
    /** Nothing is paid or registered outside the panel. */
    is_sandbox: z.boolean(),
  }),
  errors: [],
});

export const hostnameOffer = z.object({
  domain: z.string(),
  /** US dollars, for `duration` years; only admins see both prices. */
  price: z.number().nullable(),
  renew: z.number().nullable(),
  /** What the caller pays; null for an admin, who pays the registrar itself. */
  credits: z.int().nullable(),
  credits_renew: z.int().nullable(),
  /** Years that the price is for. */
  duration: z.int(),
});
export type HostnameOffer = z.output<typeof hostnameOffer>;

const name = (label: string) => text(label, 253).toLowerCase();

export const verifyHostnames = endpoint({
  name: 'verify-dns',
  method: 'POST',
  path: '/api/verify-dns',
  summary: 'Pergunta ao registrador quais nomes estão livres e por quanto.',
  access: { profiles },
  body: z.object({
    domains: z.array(name('DNS')).min(1).max(MOST_HOSTNAMES_ASKED).meta({ title: 'DNS' }),
  }),
  answer: z.object({
    /** K-70: 300 means success. */
    reply: z.object({
      code: z.literal(300),
      invalid: z.array(z.string()),
      available: z.array(hostnameOffer),
      unavailable: z.array(z.string()),
    }),
  }),
  errors: ['registrar_silent', 'too_many_attempts'],
});

/** V-71. */
const manualName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
export const isHostname = (value: string): boolean => manualName.test(value);

export const createHostname = endpoint({
  name: 'create-dns',
  method: 'POST',
  path: '/api/create-dns',
  summary:
    'Compra um DNS: o preço é conferido no servidor e os créditos voltam se o registrador recusar. Com manual um administrador cadastra um que já tem.',
  access: { profiles },
  body: z.object({
    domain: name('DNS'),
    /** Years; those of the offer where it has only one year. */
    duration: whole('Prazo', 1, LONGEST_TERM_YEARS).optional(),
    description: text('Descrição', 200).optional(),
    manual: flag('Manual').default(false),
    /** What the sender believes it costs; the server asks the registrar instead (Q-DNSBUY). */
    credits: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .meta({ title: 'Créditos' }),
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    /** `processing`: the panel goes on by itself, one need not wait. */
    state: z.enum(['processing', 'done', 'refunded']),
  }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'insufficient_credits',
    'hostname_taken',
    'hostname_not_free',
    'registrar_silent',
    'too_many_attempts',
  ],
  keyed: true,
  freshCode: true,
});
