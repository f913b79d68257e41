/** The lists of IPTV lines: all, suspects (for admins), blocked for abuse (S-IPTVLIST-02 to -04). */
import type { LineParams } from '../lines/list/line-params.ts';

export type AbuseTab = NonNullable<LineParams['abuse']>;
export type TabKey = 'all' | AbuseTab;

export const tabLabels: Readonly<Record<TabKey, string>> = {
  all: 'Todos',
  suspect: 'Abuso Detectado',
  blocked: 'Bloqueados por Abuso',
};
