/**
 * Servers of other operators that host lines: panels such as XUI.ONE and XC_VM, and P2P services
 * with signed calls. The panel creates and changes a line in its own database, and then updates the
 * server. Every night the lines of the panel are compared with those of the server.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag, freshCode, idParam, text, webAddress, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { platformKeys } from '../rules/platforms.ts';
import { task } from '../tasks.ts';

const admins = { profiles: ['admin'] } as const;

const serverKinds = ['xui', 'signed'] as const;
export type ServerKind = (typeof serverKinds)[number];

export const differenceKinds = [
  'missing-there',
  'missing-here',
  'left-behind',
  'username',
  'password',
  'expiry',
  'status',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/**
 * Kinds of differences that a rule may resolve automatically with the panel's values. A person must
 * decide about the other kinds.
 */
export const ruledKinds = [
  'missing-there',
  'left-behind',
  'username',
  'password',
  'expiry',
  'status',
] as const satisfies readonly DifferenceKind[];

const differenceRules = ['list', 'ours'] as const;

const rulesOf = <R extends z.ZodType>(rule: R) =>
  z
    .object({
      'missing-there': rule,
      'left-behind': rule,
      username: rule,
      password: rule,
      expiry: rule,
      status: rule,
    })
    .meta({ title: 'Regras' });
const rules = rulesOf(z.enum(differenceRules));
export type DifferenceRules = z.output<typeof rules>;

/** Default rules. The comparison lists every difference and resolves none automatically. */
export const defaultRules: DifferenceRules = {
  'missing-there': 'list',
  'left-behind': 'list',
  username: 'list',
  password: 'list',
  expiry: 'list',
  status: 'list',
};

export const lineServer = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(serverKinds),
  platform: z.enum(platformKeys),
  idFranchise: z.int().nullable(),
  /** Host of the server's address. Path and key of the server are never returned. */
  host: z.string(),
  playerUrl: z.string().nullable(),
  takesNew: z.boolean(),
  provenAtTimestamp: z.int().nullable(),
  finding: z.string(),
  rules,
  /** Number of packages, bouquets or products that are mapped to the server. */
  mapped: z.int(),
  lines: z.int(),
  /**
   * Number of lines whose update is pending. `failed` is the number of lines whose update was
   * rejected or failed.
   */
  waiting: z.int(),
  failed: z.int(),
  /** Reason why all updates are paused while the server is unavailable. Null otherwise. */
  pause: z.string().nullable(),
  comparedAtTimestamp: z.int().nullable(),
  comparedLines: z.int().nullable(),
  differences: z.int(),
});
export type LineServer = z.output<typeof lineServer>;

export const listLineServers = endpoint({
  name: 'list-line-servers',
  method: 'GET',
  path: '/api/line-servers',
  summary: 'Os servidores de linhas, com o que espera e o que difere em cada um.',
  access: admins,
  answer: z.object({
    data: z.array(lineServer),
    franchises: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  errors: [],
});

const name = text('Nome', 60);
const url = webAddress('Endereço');
const key = text('Chave', 500);
const idFranchise = whole('Franquia', 1, 1_000_000).nullable();
const playerUrl = webAddress('Endereço para os aplicativos')
  .transform((address) => address.replace(/\/+$/, ''))
  .nullable();

const written = lineServer.extend({ message: z.string() });
const proofErrors = ['in_quarantine', 'line_server_silent', 'line_server_key_refused'] as const;
const writeErrors = ['line_server_name_taken', ...proofErrors] as const;

export const createLineServer = endpoint({
  name: 'create-line-server',
  method: 'POST',
  path: '/api/line-servers',
  summary: 'Cadastra um servidor de linhas depois de provar o endereço e a chave.',
  access: admins,
  freshCode: true,
  reachesOut: true,
  body: z.object({
    name,
    kind: z.enum(serverKinds).meta({ title: 'Tipo' }),
    platform: z.enum(platformKeys).meta({ title: 'Plataforma' }),
    idFranchise: idFranchise.optional(),
    url,
    key,
    playerUrl: playerUrl.optional(),
    ...freshCode,
  }),
  answer: written,
  errors: writeErrors,
});

export const editLineServer = endpoint({
  name: 'edit-line-server',
  method: 'PUT',
  path: '/api/line-servers/:id',
  summary: 'Altera um servidor de linhas; endereço ou chave novos são provados antes.',
  access: admins,
  freshCode: true,
  reachesOut: true,
  params: idParam,
  body: z.object({
    name,
    /**
     * Changed values of a server. An absent field keeps the stored value. Null or empty text
     * removes the franchise or the player address.
     */
    idFranchise: idFranchise.nullish(),
    url: url.optional(),
    key: key.optional(),
    playerUrl: playerUrl.nullish(),
    takesNew: flag('Recebe linhas novas'),
    rules: rulesOf(z.enum(differenceRules).default('list')),
    ...freshCode,
  }),
  answer: written,
  errors: ['line_server_not_found', 'line_server_without_products', ...writeErrors],
});

export const deleteLineServer = endpoint({
  name: 'delete-line-server',
  method: 'DELETE',
  path: '/api/line-servers/:id',
  summary: 'Exclui um servidor que não tem mais linhas.',
  access: admins,
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['line_server_not_found', 'line_server_in_use'],
});

export const proveLineServer = endpoint({
  name: 'prove-line-server',
  method: 'POST',
  path: '/api/line-servers/:id/prove',
  summary: 'Prova de novo o endereço e a chave, e lê os pacotes e bouquets do servidor.',
  access: admins,
  reachesOut: true,
  params: idParam,
  body: z.object({}),
  answer: written,
  errors: ['line_server_not_found', ...proofErrors],
});

const ownKinds = ['package', 'bouquet', 'product'] as const;
export type OwnKind = (typeof ownKinds)[number];

const mapping = z.object({
  ownKind: z.enum(ownKinds).meta({ title: 'Tipo' }),
  ownId: whole('Pacote', 1),
  /** Id of the package or product on the server. Null for a bouquet. */
  remoteId: text('Pacote do servidor', 100).nullable(),
  /**
   * Ids of bouquets on the server. If a package has no ids here, the bouquets of the server's
   * package are used.
   */
  remoteBouquets: z.array(whole('Bouquet', 1)).max(1000).default([]).meta({ title: 'Bouquets' }),
});

const products = z.object({
  own: z.array(
    z.object({
      kind: z.enum(ownKinds),
      id: z.int(),
      name: z.string(),
      /** Number of lines on this server that currently have this package, bouquet or product. */
      lines: z.int(),
    }),
  ),
  offers: z.object({
    packages: z.array(z.object({ id: z.string(), name: z.string(), bouquets: z.array(z.int()) })),
    bouquets: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  mapped: z.array(mapping),
});
export type LineServerProducts = z.output<typeof products>;

export const getLineServerProducts = endpoint({
  name: 'get-line-server-products',
  method: 'GET',
  path: '/api/line-servers/:id/products',
  summary: 'O que o servidor oferece e o que de nosso corresponde a quê.',
  access: admins,
  params: idParam,
  answer: products,
  errors: ['line_server_not_found'],
});

export const saveLineServerProducts = endpoint({
  name: 'save-line-server-products',
  method: 'PUT',
  path: '/api/line-servers/:id/products',
  summary: 'Guarda a correspondência; o servidor só recebe linhas do que está nela.',
  access: admins,
  params: idParam,
  body: z.object({ mapped: z.array(mapping).max(2000).meta({ title: 'Correspondência' }) }),
  answer: products.extend({ message: z.string() }),
  errors: ['line_server_not_found', 'line_server_offer_unknown'],
});

export const compareLineServer = endpoint({
  name: 'compare-line-server',
  method: 'POST',
  path: '/api/line-servers/:id/compare',
  summary: 'Compara todas as linhas dos dois lados e lista o que difere.',
  access: admins,
  reachesOut: true,
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string(), task }),
  errors: ['line_server_not_found', 'in_quarantine', 'tasks_too_many'],
});

const lineDifference = z.object({
  id: z.int(),
  kind: z.enum(differenceKinds),
  lineId: z.int().nullable(),
  /** Platform of the line in this panel. Used for a link to the list of the platform. */
  platform: z.enum(platformKeys).nullable(),
  remoteId: z.string().nullable(),
  username: z.string(),
  owner: z.string().nullable(),
  ours: z.string(),
  theirs: z.string(),
  foundAtTimestamp: z.int(),
  ignored: z.boolean(),
});
export type LineDifference = z.output<typeof lineDifference>;

export const differenceSorts = ['username', 'owner', 'kind', 'ours', 'theirs', 'found_at'] as const;

export const listLineDifferences = endpoint({
  name: 'list-line-differences',
  method: 'GET',
  path: '/api/line-servers/:id/differences',
  summary: 'O que a última comparação encontrou de diferente, por página.',
  access: admins,
  params: idParam,
  query: pageQuery(differenceSorts).extend({
    kind: z.enum(differenceKinds).optional().meta({ title: 'Diferença' }),
    ignored: flag('Deixadas como estão').default(false),
  }),
  answer: pageSchema(lineDifference).extend({
    /** Number of differences for each kind. Ignored differences are not counted. */
    counts: z.array(z.object({ kind: z.enum(differenceKinds), count: z.int() })),
  }),
  errors: ['line_server_not_found', 'sort_too_many'],
});

/**
 * Acts on a difference. `ours` sends the panel's values to the server. `theirs` copies the server's
 * values. `remove` deletes the line on the server. `ignore` hides the difference, `list` shows it
 * again.
 */
const settleActs = ['ours', 'theirs', 'remove', 'ignore', 'list'] as const;
export type SettleAct = (typeof settleActs)[number];

/**
 * Maximum number of differences in one call, because some acts call the server for each difference.
 */
const MAX_SETTLED = 100;

export const settleLineDifferences = endpoint({
  name: 'settle-line-differences',
  method: 'POST',
  path: '/api/line-servers/:id/settle',
  summary: 'Resolve diferenças escolhidas: como aqui, como lá, excluir lá ou deixar como está.',
  access: admins,
  reachesOut: true,
  params: idParam,
  body: z.object({
    act: z.enum(settleActs).meta({ title: 'O que fazer' }),
    ids: z.array(whole('Diferença', 1)).min(1).max(MAX_SETTLED).meta({ title: 'Diferenças' }),
  }),
  answer: z.object({
    message: z.string(),
    settled: z.int(),
    /**
     * Differences that could not be resolved, with the reason. Either the act does not apply, or
     * the difference has changed.
     */
    left: z.array(z.object({ id: z.int(), username: z.string(), reason: z.string() })),
  }),
  errors: ['line_server_not_found', 'in_quarantine'],
});

export const pushStates = ['waiting', 'failed'] as const;

export const linePush = z.object({
  id: z.int(),
  lineId: z.int(),
  username: z.string(),
  owner: z.string(),
  state: z.enum(pushStates),
  attempts: z.int(),
  reason: z.string(),
  /** Time of the next automatic attempt; null after the last attempt. */
  dueAtTimestamp: z.int().nullable(),
});
export type LinePush = z.output<typeof linePush>;

export const pushSorts = [
  'id',
  'username',
  'owner',
  'state',
  'reason',
  'attempts',
  'due_at',
] as const;

export const listLinePushes = endpoint({
  name: 'list-line-pushes',
  method: 'GET',
  path: '/api/line-servers/:id/pushes',
  summary: 'As linhas que ainda não chegaram ao servidor, e por quê.',
  access: admins,
  params: idParam,
  query: pageQuery(pushSorts).extend({
    state: z.enum(pushStates).optional().meta({ title: 'Situação' }),
  }),
  answer: pageSchema(linePush),
  errors: ['line_server_not_found', 'sort_too_many'],
});

export const retryLinePushes = endpoint({
  name: 'retry-line-pushes',
  method: 'POST',
  path: '/api/line-servers/:id/retry',
  summary: 'Tenta agora tudo o que espera ou falhou neste servidor.',
  access: admins,
  reachesOut: true,
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string(), count: z.int() }),
  errors: ['line_server_not_found', 'in_quarantine'],
});
