/** Converts processes and databases to rows of one table. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { HourState } from '@ramal/contract/operations/balancers';
import type { Database, Node, NodeRole, listNodes } from '@ramal/contract/operations/nodes';
import { relativeWord } from '../foundation/dates.ts';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import type { HealthLook } from '../ui/status/HealthMark.tsx';

export interface NodeRow {
  readonly key: string;
  /** Undefined for a database, which has no log here. */
  readonly nodeId?: string;
  readonly name: string;
  readonly role: string;
  readonly version: string | null;
  /** True if the process is draining: it only serves streams that are already open. */
  readonly isLeaving: boolean;
  readonly health: {
    readonly look: HealthLook;
    readonly label: string;
    readonly note?: string;
    readonly title?: string;
  };
  readonly lagSeconds: number | null;
  readonly lagBytes: number | null;
  readonly hours: readonly HourState[];
  /** Load during the last minute, as text. */
  readonly now: string;
  readonly load: number | null;
}

export const toRows = (
  { nodes, databases }: ResponseOf<typeof listNodes>,
  now: Date,
): NodeRow[] => [
  ...nodes.map((node) => processRow(node, now)),
  ...databases.map((database) => databaseRow(database, now)),
];

const roleLabels: Readonly<Record<NodeRole, string>> = {
  panel: 'painel e API',
  player: 'player',
  worker: 'trabalhos',
};

function rolesInWords(roles: readonly NodeRole[]): string {
  const words = roles.map((role) =>
    roles.length > 1 && role === 'panel' ? 'painel' : roleLabels[role],
  );
  const text = words.join(', ').replace(/, ([^,]+)$/, ' e $1');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const silence = (seconds: number, now: Date): string =>
  `Sem sinal ${relativeWord(new Date(seconds * 1000), now)}`;

function processRow(node: Node, now: Date): NodeRow {
  const { id, name, roles, version, state, hours } = node;
  return {
    key: id,
    nodeId: id,
    name,
    role: rolesInWords(roles),
    version,
    isLeaving: state === 'draining',
    health: processHealth(node, now),
    lagSeconds: null,
    lagBytes: null,
    hours,
    now: state === 'lost' ? '–' : loadInWords(node),
    load: state === 'lost' ? null : mainLoad(node),
  };
}

function processHealth(node: Node, now: Date): NodeRow['health'] {
  const { state, roles, screens, answerMs, queue } = node;
  if (state === 'lost') return { look: 'bad', label: silence(node.seenAtTimestamp, now) };
  if (state === 'draining')
    return {
      look: 'open',
      label: 'Esvaziando',
      note: screens > 0 ? 'troca ao chegar a 0' : 'terminando',
    };
  const serves = roles.some((role) => role !== 'worker');
  const waiting =
    queue === 0 ? 'fila vazia' : queue === null ? undefined : `${formatCount(queue)} na fila`;
  const note = serves ? (answerMs === null ? undefined : `${formatCount(answerMs)} ms`) : waiting;
  return {
    look: 'ok',
    label: 'Ativo',
    ...(note ? { note } : {}),
    ...(waiting ? { title: waiting } : {}),
  };
}

const mainLoad = ({ roles, requests, screens, jobs }: Node): number =>
  roles.includes('panel') ? requests : roles.includes('player') ? screens : jobs;

function loadInWords({ roles, requests, screens, jobs }: Node): string {
  const parts = [
    ...(roles.includes('panel') ? [pluralize(requests, 'pedido/min', 'pedidos/min')] : []),
    ...(roles.includes('player') ? [pluralize(screens, 'tela', 'telas')] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : `${formatCount(jobs)} por minuto`;
}

const databaseRoles: Readonly<Record<Database['role'], string>> = {
  primary: 'PostgreSQL, principal',
  standby: 'PostgreSQL, reserva',
  replica: 'PostgreSQL, leitura',
};

function databaseRow(database: Database, now: Date): NodeRow {
  const { name, role, version, hours, lagSeconds, lagBytes, connections } = database;
  return {
    key: `${role} ${name}`,
    name,
    role: databaseRoles[role],
    version,
    isLeaving: false,
    health: databaseHealth(database, now),
    lagSeconds,
    lagBytes,
    hours,
    now: databaseNow(database),
    load: connections,
  };
}

function databaseHealth(database: Database, now: Date): NodeRow['health'] {
  const { state, role, answerMs, seenAtTimestamp: seenAt } = database;
  if (state === 'lost')
    return {
      look: 'bad',
      label: seenAt === null ? 'Não responde' : silence(seenAt, now),
      ...(role === 'replica' ? { note: 'o principal responde por ela' } : {}),
    };
  if (state === 'behind') return { look: 'warn', label: 'Atrasada' };
  if (state === 'unknown')
    return {
      look: 'open',
      label: 'Ligada',
      note: 'sem permissão para ver',
      title: 'Falta o papel pg_read_all_stats ao dono das tabelas.',
    };
  if (role !== 'primary') return { look: 'ok', label: 'Em dia' };
  return {
    look: 'ok',
    label: 'Ativo',
    ...(answerMs === null ? {} : { note: `${formatCount(answerMs)} ms` }),
  };
}

function databaseNow({ role, connections, isReady, state }: Database): string {
  if (connections !== null) return pluralize(connections, 'conexão', 'conexões');
  if (isReady) return 'pronta para assumir';
  return role === 'replica' && state === 'up' ? 'relatórios e buscas' : '–';
}

export const hasStandby = ({ databases }: ResponseOf<typeof listNodes>): boolean =>
  databases.some(({ role }) => role === 'standby');
