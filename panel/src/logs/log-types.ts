/** The log's types, their labels and the accounts with permission to read them (K-43, R-18). */
import type { getLog, LogType } from '@ramal/contract/logs';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { Profile } from '../sessions/profile.ts';
import type { Tone } from '../ui/status/StatusBadge.tsx';

export type LogRow = ResponseOf<typeof getLog>['logs'][number];

const typeLabels: Record<LogType, string> = {
  [-1]: 'Todos',
  1: 'IPTV',
  2: 'P2P',
  10: 'Créditos',
  4: 'DNS Premium',
};

/**
 * Returns the types in display order. DNS Premium is included only if the account has the
 * permission for it.
 */
export const typeOptions = (profile: Profile | undefined): { value: string; label: string }[] =>
  ([-1, 1, 2, 10, 4] as const)
    .filter((type) => type !== 4 || profile?.grants.includes('logs.dns-premium'))
    .map((type) => ({ value: String(type), label: typeLabels[type] }));

/** Label of a row's type. The type 0 is used for rows about the account itself. */
export const sources: Record<LogRow['source'], { readonly label: string; readonly tone: Tone }> = {
  0: { label: 'Conta', tone: 'off' },
  1: { label: 'IPTV', tone: 'off' },
  2: { label: 'P2P', tone: 'off' },
  4: { label: 'DNS Premium', tone: 'off' },
  10: { label: 'Créditos', tone: 'ok' },
};
