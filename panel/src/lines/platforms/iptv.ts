/**
 * IPTV lines (E-06 to E-09, E-18): their texts, and the parts of their calls that other platforms
 * do not have.
 */
import {
  getIptvPackages,
  iptvLines as calls,
  listAllIptvLines,
} from '@ramal/contract/lines/iptv-lines';
import { lineFields } from '@ramal/contract/lines/line-fields';
import { recreateIptvLine } from '@ramal/contract/lines/line-recreation';
import { lineFilters } from '@ramal/contract/lines/lines';
import { platforms } from '@ramal/contract/rules/platforms';
import { pluralize } from '../../foundation/numbers.ts';
import { describePlatform, toPageQuery, sharedFilters, toPage } from './describe-platform.ts';
import { type LinePlatform, type LineQuery, platformCall } from './platform.ts';
import { completeText, shortText } from '../receipt/receipt-text.ts';

const filtersOf = (query: LineQuery) => ({
  sort: query.sort,
  status: query.status,
  ...(query.abuse === 'suspect' ? { suspect: true } : {}),
  ...(query.abuse === 'blocked' ? { blocked: true } : {}),
});

const screens = (most: number): string =>
  most === 0 ? 'telas sem limite' : pluralize(most, 'tela', 'telas');

export const iptvLines: LinePlatform = describePlatform({
  definition: platforms.iptv,
  fields: lineFields.iptv,
  calls,
  recreate: recreateIptvLine,
  filtersOf,
  switchOf: (on) => on,
  everybody: { listed: 0, counted: 'all' },
  apps: ['prime', 'lazer'],
  words: {
    listTitle: 'Listagem de Usuários IPTV',
    phoneTitle: 'Usuários IPTV',
    createTitle: 'Criar usuário IPTV',
    createButton: 'Criar usuário',
    name: 'Usuário',
    nameHint: 'Só números; vazio cria um',
    lines: 'linhas IPTV',
  },
  columns: [
    { key: 'username', header: 'Usuário' },
    { key: 'password', header: 'Senha' },
    { key: 'status', header: 'Status' },
    { key: 'online', header: 'Assistindo' },
    { key: 'owner', header: platforms.iptv.headers.owner, when: 'others' },
    { key: 'note', header: platforms.iptv.headers.note },
    { key: 'exp_date', header: 'Vencimento' },
    { key: 'created_at', header: platforms.iptv.headers.createdAt },
  ],
  filters: lineFilters,
  texts: {
    copy: shortText,
    other: { label: 'Copiar Completo', text: completeText },
  },
  listAll: platformCall(
    listAllIptvLines,
    (query: LineQuery) => ({
      query: {
        ...sharedFilters(query),
        ...filtersOf(query),
        ...toPageQuery(query),
      },
    }),
    toPage,
  ),
  cleansTests: true,
  packages: platformCall(
    getIptvPackages,
    () => ({ body: { package: true } }),
    (answer) =>
      answer.map((option) => ({
        id: option.id,
        label: `${option.name}, ${screens(option.maxConnections ?? 1)}`,
        forTests: option.allowsTests ?? true,
      })),
  ),
  quickTestPackage: 1,
  bouquets: platformCall(
    getIptvPackages,
    () => ({ body: { package: false } }),
    (answer) => answer,
  ),
  keepsPackage: true,
});
