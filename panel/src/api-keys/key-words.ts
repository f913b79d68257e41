/** Texts about keys, shared by every screen that shows a key. */
import type { ApiKey, ApiScope, ScopeGroup } from '@ramal/contract/api-keys';
import { calendarDays, formatDate, formatDateTime, relativeWord } from '../foundation/dates.ts';
import { creditsInWords } from '../foundation/numbers.ts';

export const groupLabels: Record<ScopeGroup, string> = {
  lines: 'Linhas',
  devices: 'Aparelhos',
  resellers: 'Revendas',
  credits: 'Créditos',
  catalogue: 'Catálogo',
  tickets: 'Tickets',
  reports: 'Relatórios',
  webhooks: 'Webhooks',
  sigma: 'Sigma: clientes',
  sigma_renewals: 'Sigma: renovar',
};

/** Scope in words: «Linhas», «Extrato · ler». */
function scopeInWords(scope: ApiScope): string {
  const [group, act] = scope.split(':') as [ScopeGroup, 'read' | 'write'];
  return act === 'read' ? `${groupLabels[group]} · ler` : groupLabels[group];
}

/**
 * Returns the scopes to show. A read scope is omitted if the key also has the write scope of the
 * same group.
 */
const writtenScopes = ({ scopes }: Pick<ApiKey, 'scopes'>): ApiScope[] =>
  scopes.filter(
    (scope) =>
      scope.endsWith(':write') || !scopes.includes(scope.replace(':read', ':write') as ApiScope),
  );

/** Scopes of a key in words: «Linhas, Extrato · ler». */
export const scopesInWords = (key: Pick<ApiKey, 'scopes'>): string =>
  writtenScopes(key).map(scopeInWords).join(', ');

/** Scope with its permission in words: «Linhas: ler e agir». */
function scopeAtLength(scope: ApiScope): string {
  const [group, act] = scope.split(':') as [ScopeGroup, 'read' | 'write'];
  return `${groupLabels[group]}: ${act === 'read' ? 'só ler' : 'ler e agir'}`;
}

/** True if the key has a write permission. A key without one cannot move credits. */
export const mayWrite = ({ scopes }: Pick<ApiKey, 'scopes'>): boolean =>
  scopes.some((scope) => scope.endsWith(':write'));

export const at = (seconds: number): Date => new Date(seconds * 1000);

type Secret = ApiKey['secrets'][number];

/** Last use of a secret in words: «20/11/2026 11:12 · 203.0.113.90». */
export const lastUseInWords = ({ lastUsedAtTimestamp: used, lastUsedIp: ip }: Secret): string =>
  used === null ? 'nunca usada' : `${formatDateTime(at(used))} · ${ip ?? ''}`;

/** Former secret in words: «rml_q5Gs… · acaba em 18 horas». */
export const formerInWords = ({ prefix, endsAtTimestamp: ends }: Secret, now: Date): string =>
  ends === null ? `${prefix}…` : `${prefix}… · acaba ${relativeWord(at(ends), now)}`;

/** Returns the secret with the latest use, or the current secret if none was used. */
export const lastUsed = ({ secrets }: Pick<ApiKey, 'secrets'>): Secret | undefined =>
  secrets.toSorted((a, b) => (b.lastUsedAtTimestamp ?? 0) - (a.lastUsedAtTimestamp ?? 0))[0];

const SOON_DAYS = 7;

/**
 * Describes the end of a key: «Acaba em 3 dias» in its last week, «Encerrada há 3 dias» after the
 * end. Undefined before the last week, and for a key without an end.
 */
export function endInWords(
  { active, endsAtTimestamp: ends }: Pick<ApiKey, 'active' | 'endsAtTimestamp'>,
  now: Date,
): string | undefined {
  if (ends === null) return undefined;
  if (!active) return `Encerrada ${relativeWord(at(ends), now)}`;
  return calendarDays(at(ends), now) <= SOON_DAYS
    ? `Acaba ${relativeWord(at(ends), now)}`
    : undefined;
}

/** Permissions and limits of a key in words: «Só de 203.0.113.24», «Até 20 créditos por dia». */
export const limitsInWords = (key: ApiKey): string[] => [
  ...writtenScopes(key).map(scopeAtLength),
  key.addresses.length === 0 ? 'De qualquer endereço' : `Só de ${key.addresses.join(', ')}`,
  ...(key.creditsADay === null ? [] : [`Até ${creditsInWords(key.creditsADay)} por dia`]),
  key.endsAtTimestamp === null ? 'Sem prazo' : `Vale até ${formatDate(at(key.endsAtTimestamp))}`,
];
