/**
 * Processes and databases of the installation, its release, and the way back to the release before.
 * Source: S-VERSION.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { hourStates } from './balancers.ts';

const admins = { profiles: ['admin'] } as const;

export const nodeRoles = ['panel', 'player', 'worker'] as const;
export type NodeRole = (typeof nodeRoles)[number];

/** `draining` serves its last streams; `lost` stopped sending signs of life. */
const nodeStates = ['up', 'draining', 'lost'] as const;

const node = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(z.enum(nodeRoles)),
  version: z.string(),
  state: z.enum(nodeStates),
  startedAtTimestamp: z.int(),
  /** Last sign of life. */
  seenAtTimestamp: z.int(),
  /** The last 24 hours, oldest first. */
  hours: z.array(z.enum(hourStates)),
  /** Requests of the last minute, and the mean time until the answer; null without requests. */
  requests: z.int(),
  answerMs: z.int().nullable(),
  /** Viewings with a recent heartbeat at this process. */
  screens: z.int(),
  /** Jobs of the last minute. */
  jobs: z.int(),
  /** Due jobs and deliveries; null if the process is no worker. */
  queue: z.int().nullable(),
});
export type Node = z.output<typeof node>;

/** The replica serves large reads (DATABASE_REPLICA_URL). */
const databaseRoles = ['primary', 'standby', 'replica'] as const;

/** `unknown`: the database hides the details of a standby from the role of the panel. */
const databaseStates = ['up', 'behind', 'lost', 'unknown'] as const;

const database = z.object({
  name: z.string(),
  role: z.enum(databaseRoles),
  /** Null if only the server itself knows it. */
  version: z.string().nullable(),
  state: z.enum(databaseStates),
  /** Null while it is connected. */
  seenAtTimestamp: z.int().nullable(),
  hours: z.array(z.enum(hourStates)),
  /** True if a standby has everything and can become the primary. */
  isReady: z.boolean(),
  lagSeconds: z.number().nullable(),
  lagBytes: z.number().nullable(),
  /** Connections to the primary, and the time of its last answer. */
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
    /** Null if no release before this one recorded itself. */
    upgrade: z
      .object({
        /** Null if the former release did not record itself. */
        fromVersion: z.string().nullable(),
        seconds: z.int(),
        /** Null if the operator upgraded without a copy. */
        copy: z
          .object({
            takenAtTimestamp: z.int(),
            bytes: z.int(),
            expiresAtTimestamp: z.int(),
            /** True if the copy was deleted because of its age. */
            isExpired: z.boolean(),
            /** Changes since the copy, which a rollback removes. */
            changes: z.int(),
            /** True if there are more changes than the number says. */
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
    /** The most frequent first. */
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
        /** Null without a copy. */
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
