/**
 * Processes and databases of the installation, its release, and the rollback to the previous
 * release. Source: S-VERSION.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { hourStates } from './balancers.ts';

const admins = { profiles: ['admin'] } as const;

export const nodeRoles = ['panel', 'player', 'worker'] as const;
export type NodeRole = (typeof nodeRoles)[number];

/** A `draining` process serves only its open streams. A `lost` process sends no heartbeats. */
const nodeStates = ['up', 'draining', 'lost'] as const;

const node = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(nodeRoles)),
  version: z.string(),
  state: z.enum(nodeStates),
  startedAtTimestamp: z.int(),
  /** Time of the last heartbeat. */
  seenAtTimestamp: z.int(),
  /** States of the last 24 hours, oldest first. */
  hours: z.array(z.enum(hourStates)),
  /** Number of requests in the last minute, and their mean response time; null without requests. */
  requests: z.int(),
  answerMs: z.int().nullable(),
  /** Number of viewings that sent a heartbeat to this process recently. */
  screens: z.int(),
  /** Number of jobs in the last minute. */
  jobs: z.int(),
  /** Number of due jobs and deliveries; null if the process is not a worker. */
  queue: z.int().nullable(),
});
export type Node = z.output<typeof node>;

/** `replica` serves large reads (DATABASE_REPLICA_URL). */
const databaseRoles = ['primary', 'standby', 'replica'] as const;

/**
 * `unknown` means that the panel's database role has no permission to read the details of a
 * standby.
 */
const databaseStates = ['up', 'behind', 'lost', 'unknown'] as const;

const database = z.object({
  name: z.string(),
  role: z.enum(databaseRoles),
  /** Version of PostgreSQL. Null if only a program on that server can read the version. */
  version: z.string().nullable(),
  state: z.enum(databaseStates),
  /** Time of the last connection; null while the server is connected. */
  seenAtTimestamp: z.int().nullable(),
  hours: z.array(z.enum(hourStates)),
  /**
   * True if the standby streams changes without a long delay, so that it can become the primary.
   */
  isReady: z.boolean(),
  lagSeconds: z.number().nullable(),
  lagBytes: z.number().nullable(),
  /** Number of connections to the primary. `answerMs` is the duration of the last response. */
  connections: z.int().nullable(),
  answerMs: z.int().nullable(),
});
export type Database = z.output<typeof database>;

export const listNodes = endpoint({
  name: 'list-nodes',
  method: 'GET',
  path: '/api/nodes',
  summary: 'Os processos do Ramal e os bancos, com o último sinal de vida e a carga de agora.',
  access: admins,
  answer: z.object({ nodes: z.array(node), databases: z.array(database) }),
  errors: [],
});

const logLine = z.object({
  atTimestamp: z.int(),
  level: z.enum(['warn', 'error']),
  text: z.string(),
});
export type NodeLogLine = z.output<typeof logLine>;

export const readNodeLog = endpoint({
  name: 'read-node-log',
  method: 'GET',
  path: '/api/node-log',
  summary: 'Os últimos avisos e erros de um processo, o mais novo primeiro.',
  access: admins,
  query: z.object({ id: z.uuid().meta({ title: 'ID' }) }),
  answer: z.object({ data: z.array(logLine) }),
  errors: ['node_not_found'],
});

export const changeKinds = ['added', 'changed', 'fixed', 'security'] as const;

const release = z.object({
  version: z.string(),
  /** yyyy-mm-dd */
  date: z.string(),
  changes: z.array(z.object({ kind: z.enum(changeKinds), text: z.string() })),
});
export type Release = z.output<typeof release>;

export const viewVersion = endpoint({
  name: 'view-version',
  method: 'GET',
  path: '/api/version',
  summary: 'A versão em uso, a cópia feita antes da atualização e o que mudou.',
  access: admins,
  answer: z.object({
    version: z.string(),
    sinceTimestamp: z.int(),
    /** Upgrade to this release. Null if the installation has no record of a previous release. */
    upgrade: z
      .object({
        /** Version of the previous release. Null if that release left no record of it. */
        fromVersion: z.string().nullable(),
        seconds: z.int(),
        /** Copy of the data before the upgrade; null if the operator upgraded without a copy. */
        copy: z
          .object({
            takenAtTimestamp: z.int(),
            bytes: z.int(),
            expiresAtTimestamp: z.int(),
            /**
             * True if `expiresAtTimestamp` has passed. A rollback is then not possible, and
             * `changes` is 0.
             */
            isExpired: z.boolean(),
            /** Number of logged changes after the copy was made. A rollback removes these changes. */
            changes: z.int(),
            /** True if the real number of changes is higher than `changes`. */
            hasMoreChanges: z.boolean(),
          })
          .nullable(),
      })
      .nullable(),
    /** Changes of this release; null if the installation has no changelog. */
    news: release.nullable(),
  }),
  errors: [],
});

export const viewRollback = endpoint({
  name: 'view-rollback',
  method: 'GET',
  path: '/api/version/rollback',
  summary: 'O comando que volta à versão anterior, e as alterações que saem do painel.',
  access: admins,
  answer: z.object({
    fromVersion: z.string().nullable(),
    command: z.string(),
    /** Changes by title, the most frequent first. */
    changes: z.array(z.object({ title: z.string(), count: z.int() })),
  }),
  errors: ['upgrade_copy_missing'],
});

export const listUpgrades = endpoint({
  name: 'list-upgrades',
  method: 'GET',
  path: '/api/version/upgrades',
  summary: 'As atualizações desta instalação, a mais nova primeiro.',
  access: admins,
  answer: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        fromVersion: z.string().nullable(),
        toVersion: z.string(),
        finishedAtTimestamp: z.int(),
        seconds: z.int(),
        /** Size of the copy; null without a copy. */
        copyBytes: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
});

export const readChangelog = endpoint({
  name: 'read-changelog',
  method: 'GET',
  path: '/api/version/changelog',
  summary: 'O que mudou em cada versão, a mais nova primeiro.',
  access: admins,
  answer: z.object({ data: z.array(release) }),
  errors: [],
});

/** Parts of the product whose failures concern sellers. */
export const productParts = ['jobs', 'hostnames', 'channels'] as const;

export const getProductStatus = endpoint({
  name: 'get-product-status',
  method: 'GET',
  path: '/api/product-status',
  summary: 'O que não está no ar agora, e as novidades de cada versão.',
  access: { profiles },
  answer: z.object({
    /** Failures that the product measures now; empty if everything works. */
    problems: z.array(
      z.object({
        part: z.enum(productParts),
        text: z.string(),
        /** Start of the failure; null if it is not known. */
        sinceTimestamp: z.int().nullable(),
      }),
    ),
    /** Releases with changes for the users of the panel, the newest first. */
    news: z.array(release),
  }),
  errors: [],
});
