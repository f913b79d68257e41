/**
 * Balancers are servers that carry the viewers' traffic. CNAMEs are the names that lead to them.
 * Two screens show the same balancers: a form for admins, and a view for every profile (Q-BALSAME,
 * Q-SECONDBAL). Source: S-BALANCER, S-BAL2, E-82 to E-84, V-64, K-60, K-61, K-70.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, flag, idParam, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { dnsRecord } from './dns-providers.ts';

/** Number of balancers per page in the form for admins (K-60). */
export const BALANCERS_A_PAGE = 10;
export const DNS_A_PAGE = 50;
/** Number of CNAMEs per page (K-61). */
export const CNAMES_A_PAGE = 10;
export const USUAL_WEIGHT = 20;
const MAX_WEIGHT = 1000;

const admins = { profiles: ['admin'] } as const;

export const balancerStatuses = ['Ativa', 'Caiu'] as const;
export type BalancerStatus = (typeof balancerStatuses)[number];

/**
 * States of a balancer. `unknown`: not probed yet. `flapping`: irregular responses. `aside`: an
 * admin discarded it (Q-DISCART). `draining`: its weight is 0, so it gets no new viewers.
 * `leaving`: it is deleted after its last viewer has left.
 */
export const balancerStates = [
  'up',
  'unknown',
  'down',
  'flapping',
  'aside',
  'draining',
  'leaving',
] as const;

/**
 * States of one hour: `up` always up, `trouble` partly up, `down` mostly down, `none` not probed. A
 * history begins with the oldest hour.
 */
export const hourStates = ['up', 'trouble', 'down', 'none'] as const;
export type HourState = (typeof hourStates)[number];

export const failedLayers = ['name', 'connect', 'tls', 'http'] as const;
export type FailedLayer = (typeof failedLayers)[number];

export const balancer = z.object({
  id: z.int(),
  name: z.string(),
  ip: z.string(),
  /** Address of the balancer, under the field name of the view for every profile. */
  dns: z.string(),
  status: z.enum(balancerStatuses),
  state: z.enum(balancerStates),
  /** Start of the current state. Null before the first check. */
  sinceTimestamp: z.int().nullable(),
  /** First layer that failed, while the balancer is down. Null otherwise. */
  reason: z.enum(failedLayers).nullable(),
  weight: z.int(),
  /** Number of screens that are currently watched through the balancer. */
  watching: z.int(),
  /** Number of CNAMEs that lead to the balancer. */
  cnames: z.int(),
  /** States of the last 24 hours. */
  hours: z.array(z.enum(hourStates)),
});
export type Balancer = z.output<typeof balancer>;

export const balancerSorts = ['name', 'ip', 'status', 'weight', 'watching'] as const;

export const listBalancers = endpoint({
  name: 'list-balancers',
  method: 'GET',
  path: '/api/balancers',
  summary: 'Os balanceadores, por página, com o que a verificação diz de cada um.',
  access: admins,
  query: pageQuery(balancerSorts).extend({
    perPage: whole('Itens por página', 1, 100).default(BALANCERS_A_PAGE),
    dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(balancer),
  errors: [],
});

const isIp = (value: string): boolean => z.union([z.ipv4(), z.ipv6()]).safeParse(value).success;

const ip = text('IP', 45).refine(isIp, { error: 'Escreva um IP, como 200.160.4.18.' });
const name = text('Nome', 60);
const weight = whole('Peso', 0, MAX_WEIGHT);

const written = balancer.extend({ message: z.string() });
const refusals = ['balancer_name_taken', 'balancer_ip_taken'] as const;

export const createBalancer = endpoint({
  name: 'create-balancer',
  method: 'POST',
  path: '/api/balancers',
  summary: 'Cadastra um balanceador. Novos espectadores vão para ele conforme o peso.',
  access: admins,
  body: z.object({ ...freshCode, name, ip, weight: weight.default(USUAL_WEIGHT) }),
  freshCode: true,
  answer: written,
  errors: refusals,
});

export const editBalancer = endpoint({
  name: 'edit-balancer',
  method: 'PUT',
  path: '/api/balancers/:id',
  summary: 'Altera um balanceador. Com peso 0 ele não recebe novos espectadores.',
  access: admins,
  params: idParam,
  body: z.object({ ...freshCode, name, ip, weight: weight.optional() }),
  freshCode: true,
  answer: written,
  errors: ['balancer_not_found', ...refusals],
});

const deleted = z.object({
  id: z.int(),
  message: z.string(),
  /**
   * Number of screens that are still watched through the balancer. The balancer is deleted after
   * the last viewer has left.
   */
  watching: z.int(),
});

export const deleteBalancer = endpoint({
  name: 'delete-balancer',
  method: 'DELETE',
  path: '/api/balancers/:id',
  summary: 'Exclui um balanceador. Com gente assistindo, ele esvazia antes.',
  access: admins,
  params: idParam,
  query: z.object(freshCode),
  freshCode: true,
  answer: deleted,
  errors: ['balancer_not_found', 'balancer_in_use'],
});

export const restoreBalancer = endpoint({
  name: 'restore-balancer',
  method: 'POST',
  path: '/api/balancers/:id/restore',
  summary: 'Volta a usar um balanceador descartado ou que estava de saída.',
  access: admins,
  params: idParam,
  body: z.object({ ...freshCode }),
  freshCode: true,
  answer: written,
  errors: ['balancer_not_found'],
});

export const listDns = endpoint({
  name: 'list-dns-balancers',
  method: 'GET',
  path: '/api/dns',
  summary: 'Os balanceadores como a segunda tela os vê; a busca também aceita Ativa ou Caiu.',
  access: { profiles },
  query: pageQuery(balancerSorts).extend({
    perPage: whole('Itens por página', 1, 100).default(DNS_A_PAGE),
    dir: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(balancer),
  errors: [],
});

export const createDns = endpoint({
  name: 'create-dns-balancer',
  method: 'POST',
  path: '/api/dns',
  summary: 'O mesmo que cadastrar um balanceador, com o IP no campo dns.',
  access: admins,
  body: z.object({ ...freshCode, name, dns: ip }),
  freshCode: true,
  answer: written,
  errors: refusals,
});

export const editDns = endpoint({
  name: 'edit-dns-balancer',
  method: 'PUT',
  path: '/api/dns/:id',
  summary: 'O mesmo que alterar um balanceador, com o IP no campo dns.',
  access: admins,
  params: idParam,
  body: z.object({ ...freshCode, name, dns: ip }),
  freshCode: true,
  answer: written,
  errors: ['balancer_not_found', ...refusals],
});

export const deleteDns = endpoint({
  name: 'delete-dns-balancer',
  method: 'DELETE',
  path: '/api/dns/:id',
  summary: 'O mesmo que excluir um balanceador.',
  access: admins,
  params: idParam,
  query: z.object(freshCode),
  freshCode: true,
  answer: deleted,
  errors: ['balancer_not_found', 'balancer_in_use'],
});

export const cname = z.object({
  id: z.int(),
  name: z.string(),
  /** Current address of the CNAME. */
  content: z.string(),
  /** Previous address of the CNAME. Null if it never had another one. */
  oldIp: z.string().nullable(),
  /** Name of the balancer to which the CNAME leads. `status` is the status of this balancer. */
  balancer: z.string(),
  status: z.enum(balancerStatuses),
  changedAtTimestamp: z.int(),
  /** True if the panel moved the CNAME automatically. */
  changedByItself: z.boolean(),
  hours: z.array(z.enum(hourStates)),
  /**
   * Time at which the automation would have moved the CNAME. Set only while moves are simulated and
   * the balancer is down.
   */
  rehearsedAtTimestamp: z.int().nullable(),
  /** Record at the DNS provider. Null while the provider is the built-in sandbox. */
  record: dnsRecord.nullable(),
});
export type Cname = z.output<typeof cname>;

export const getCnames = endpoint({
  name: 'get-cnames',
  method: 'GET',
  path: '/api/get-cnames',
  summary: 'Os CNAMEs e o balanceador para o qual cada um leva.',
  access: { profiles },
  answer: z.object({
    result: z.array(cname),
    /**
     * True if the panel changes no records outside of itself. The operator then manages the names.
     */
    isSandbox: z.boolean(),
  }),
  errors: [],
});

export const changeCname = endpoint({
  name: 'change-ip-cname',
  method: 'POST',
  path: '/api/change-ip-cname',
  summary:
    'Leva um CNAME a outro balanceador. Com discart o balanceador anterior fica Caiu até alguém voltar a usá-lo.',
  access: admins,
  body: z.object({
    ...freshCode,
    id: whole('CNAME', 1),
    ip,
    discart: flag('Descartar').default(false),
    /** Address that the CNAME had when the client read it. */
    discartIp: ip.optional(),
  }),
  freshCode: true,
  /** The value 1 of `result` means success (K-70). */
  answer: z.object({ result: z.literal(1), message: z.string(), cname }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'cname_not_found',
    'balancer_unknown_ip',
    'cname_moved',
    'record_foreign',
  ],
});

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const createCname = endpoint({
  name: 'create-cname',
  method: 'POST',
  path: '/api/cnames',
  summary: 'Cadastra um CNAME e o balanceador para o qual ele leva.',
  access: admins,
  body: z.object({
    ...freshCode,
    name: text('CNAME', 253)
      .toLowerCase()
      .refine((value) => HOST.test(value), { error: 'Escreva um nome, como tv.exemplo.com.' }),
    ip,
  }),
  freshCode: true,
  answer: z.object({ message: z.string(), cname }),
  reachesOut: true,
  errors: ['in_quarantine', 'cname_taken', 'balancer_unknown_ip', 'cname_is_hostname'],
});

export const deleteCname = endpoint({
  name: 'delete-cname',
  method: 'DELETE',
  path: '/api/cnames/:id',
  summary:
    'Tira um CNAME da lista e apaga o registro dele no provedor de DNS, se ninguém o mudou por fora.',
  access: admins,
  params: idParam,
  query: z.object(freshCode),
  freshCode: true,
  answer: z.object({ id: z.int(), message: z.string() }),
  reachesOut: true,
  errors: ['in_quarantine', 'cname_not_found'],
});

const automationModes = ['off', 'rehearsal', 'on'] as const;
export type AutomationMode = (typeof automationModes)[number];

/**
 * Maximum number of automatic moves of CNAMEs per day. The next values are the maximum per hour,
 * and the minimum minutes between two moves of one CNAME.
 */
export const MOVES_A_DAY = 6;
export const MOVES_AN_HOUR = 3;
export const SAME_CNAME_MINUTES = 15;

const automation = z.object({
  mode: z.enum(automationModes),
  /** Number of moves in the last 24 hours in the current mode. */
  moves: z.int(),
  movesADay: z.int(),
  last: z
    .object({
      name: z.string(),
      from: z.string(),
      to: z.string(),
      atTimestamp: z.int(),
      /** True if the move was only simulated, so that no record was changed. */
      rehearsed: z.boolean(),
    })
    .nullable(),
});
export type CnameAutomation = z.output<typeof automation>;

export const getCnameAutomation = endpoint({
  name: 'get-cname-automation',
  method: 'GET',
  path: '/api/cname-automation',
  summary: 'Se os CNAMEs seguem a saúde dos balanceadores por si, e o que fizeram por último.',
  access: admins,
  answer: automation,
  errors: [],
});

export const setCnameAutomation = endpoint({
  name: 'set-cname-automation',
  method: 'PUT',
  path: '/api/cname-automation',
  summary: 'Liga, ensaia ou desliga a troca automática dos CNAMEs.',
  access: admins,
  body: z.object({
    ...freshCode,
    mode: z.enum(automationModes).meta({ title: 'Troca automática' }),
  }),
  freshCode: true,
  answer: automation.extend({ message: z.string() }),
  errors: [],
});
