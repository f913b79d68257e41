import type {
  DifferenceKind,
  LineDifference,
  LineServer,
  ServerKind,
  SettleAct,
  ruledKinds,
} from '@ramal/contract/operations/line-servers';
import { platforms } from '@ramal/contract/rules/platforms';
import { formatDateTime } from '../foundation/dates.ts';
import type { Tone } from '../ui/status/StatusBadge.tsx';

export const serverKindLabels: Record<ServerKind, string> = {
  xui: 'XUI.ONE ou XC_VM',
  signed: 'Chamadas assinadas',
};

export const platformWord = ({ platform }: Pick<LineServer, 'platform'>): string =>
  platforms[platform].label;

export const differenceLabels: Record<DifferenceKind, string> = {
  'missing-there': 'Falta no servidor',
  'missing-here': 'Falta no painel',
  'left-behind': 'Sobrou no servidor',
  username: 'Usuário',
  password: 'Senha',
  expiry: 'Vencimento',
  status: 'Situação',
};

/** True if lines that exist only on the server can be imported from it. */
export const canImportLines = ({ kind, platform }: LineServer): boolean =>
  kind === 'xui' && platform === 'iptv';

type RuledKind = (typeof ruledKinds)[number];

/** Describes the effect of each rule when it is enabled. */
export const ruleEffects: Record<RuledKind, string> = {
  'missing-there': 'Cria de novo no servidor a linha que falta lá.',
  'left-behind': 'Apaga no servidor a linha que já saiu do painel, se ainda tem o usuário dela.',
  username: 'Põe no servidor o usuário do painel.',
  password: 'Põe no servidor a senha do painel.',
  expiry: 'Põe no servidor o vencimento do painel.',
  status: 'Liga, desliga ou bloqueia no servidor como no painel.',
};

/** Actions that can resolve a kind of difference. The first one is the default. */
export const actsByDifference: Record<DifferenceKind, readonly SettleAct[]> = {
  'missing-there': ['ours', 'ignore'],
  'missing-here': ['remove', 'ignore'],
  'left-behind': ['remove', 'ignore'],
  username: ['ours', 'theirs', 'ignore'],
  password: ['ours', 'theirs', 'ignore'],
  expiry: ['ours', 'theirs', 'ignore'],
  status: ['ours', 'theirs', 'ignore'],
};

const statusLabels: Readonly<Record<string, string>> = {
  on: 'ligada',
  off: 'desligada',
  blocked: 'bloqueada',
};

/** Describes a side of a difference. Passwords are never shown. */
export function sideInWords(
  { kind }: Pick<LineDifference, 'kind'>,
  side: 'ours' | 'theirs',
  value: string,
): string {
  if (kind === 'password') return side === 'ours' ? 'a do painel' : 'outra';
  if (kind === 'status') return statusLabels[value] ?? value;
  if (kind === 'username') return value;
  const isThere =
    side === 'ours' ? kind !== 'missing-here' && kind !== 'left-behind' : kind !== 'missing-there';
  if (!isThere) return 'não existe';
  return value ? formatDateTime(new Date(value)) : 'sem vencimento';
}

export interface ServerState {
  readonly tone: Tone;
  readonly word: string;
  readonly note?: string;
}

export function serverState(server: LineServer): ServerState {
  if (server.provenAtTimestamp === null)
    return { tone: 'bad', word: 'Sem prova', note: server.finding };
  if (server.pause !== null) return { tone: 'warn', word: 'Não responde', note: server.pause };
  if (!server.takesNew) return { tone: 'off', word: 'Sem linhas novas' };
  return { tone: 'ok', word: 'Recebe linhas' };
}

export const at = (timestamp: number): Date => new Date(timestamp * 1000);
