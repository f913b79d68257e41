/** What is said of a key, on every screen that shows one. */
import type { ApiKey, ApiScope, ScopeGroup } from '@ramal/contract/api-keys';
import { formatDateTime, relativeWord } from '../foundation/dates.ts';

export const groupWords: Record<ScopeGroup, string> = {
  lines: 'Linhas',
  devices: 'Aparelhos',
  resellers: 'Revendas',
  credits: 'Créditos',
  catalogue: 'Catálogo',
  tickets: 'Tickets',
  reports: 'Relatórios',
};

/** «Linhas», «Extrato · ler» */
export function scopeInWords(scope: ApiScope): string {
  const [group, act] = scope.split(':') as [ScopeGroup, 'read' | 'write'];
  return act === 'read' ? `${groupWords[group]} · ler` : groupWords[group];
}

export const at = (seconds: number): Date => new Date(seconds * 1000);

type Secret = ApiKey['secrets'][number];

/** «20/11/2026 11:12 · 203.0.113.90» */
export const lastUseInWords = ({
  last_used_at_timestamp: used,
  last_used_ip: ip,
}: Secret): string => (used === null ? 'nunca usada' : `${formatDateTime(at(used))} · ${ip ?? ''}`);

/** «rml_q5Gs… · acaba em 18 horas» */
export const formerInWords = ({ prefix, ends_at_timestamp: ends }: Secret, now: Date): string =>
  ends === null ? `${prefix}…` : `${prefix}… · acaba ${relativeWord(at(ends), now)}`;
