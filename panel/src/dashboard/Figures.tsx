/** The day in numbers (S-DASH-02 to 04, 06 to 09, 20): one's own as they are now, the tree's as last rolled up. */
import type { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { ReactNode } from 'react';
import type { EventGroup } from '@ramal/contract/logs';
import { countOf, formatCount } from '../foundation/numbers.ts';
import type { Destination } from '../ui/destination.ts';
import { Figure } from '../ui/Figure.tsx';
import { FigureLink } from '../ui/FigureLink.tsx';
import { FigureGrid } from './FigureGrid.tsx';
import { SectionHead } from './SectionHead.tsx';
import { OnlineMark } from '../ui/status/OnlineMark.tsx';
import type { LineSearch } from '../lines/list/line-params.ts';
import { NextGoal } from './NextGoal.tsx';
import { type PlatformCounts, PlatformLinks } from './PlatformLinks.tsx';

export type Totals = ResponseOf<typeof getDashboard>;

interface Shown {
  readonly label: string;
  readonly value: (totals: Totals) => number;
  readonly note: (totals: Totals) => ReactNode;
  readonly online?: boolean;
  /** The rows that the value counts, where they stand in one list (Q-COUNTS). */
  readonly link?: (accountId: number) => Destination;
  /** Shown only where there is something to count. */
  readonly optional?: boolean;
}

/** On the wire the two P2P services are one figure, and the part of the new one. */
const byPlatform = (iptv: number, p2p: number, newP2p: number): PlatformCounts => ({
  iptv,
  p2p: p2p - newP2p,
  'new-p2p': newP2p,
});

const split = (search: LineSearch, iptv: number, p2p: number, newP2p: number): ReactNode => (
  <PlatformLinks counts={byPlatform(iptv, p2p, newP2p)} search={search} />
);

const inLog = (group: EventGroup, reseller?: number) => ({
  to: '/log' as const,
  search: { group, ...(reseller === undefined ? {} : { reseller }) },
});

const newUsers: Shown = {
  label: 'Novos usuários',
  value: (t) => t.created_users,
  note: () => 'este mês, sem testes',
  link: (id) => inLog('new', id),
};

const own: readonly Shown[] = [
  {
    label: 'Ativos diretos',
    value: (t) => t.users_iptv + t.users_p2p,
    note: (t) => split({ status: 'Ativo' }, t.users_iptv, t.users_p2p, t.users_new_p2p),
  },
  {
    label: 'Online IPTV',
    online: true,
    value: (t) => t.total_online,
    link: () => ({ to: '/users-iptv/{-$resellerId}', search: { status: 'online' } }),
    note: (t) => `agora, de ${formatCount(t.users_iptv + t.iptv_tests)}`,
  },
  {
    label: 'Vencem em 7 dias',
    value: (t) => t.expiring_iptv + t.expiring_p2p,
    note: (t) =>
      split({ status: 'Ativo', due: '7' }, t.expiring_iptv, t.expiring_p2p, t.expiring_new_p2p),
  },
  {
    ...newUsers,
    note: (t) =>
      t.next_goal > 0 ? <NextGoal made={t.created_users} goal={t.next_goal} /> : newUsers.note(t),
  },
  {
    label: 'Testes gerados',
    value: (t) => t.generate_tests,
    note: (t) => (
      <>
        este mês · em andamento:{' '}
        {split({ status: 'Teste' }, t.iptv_tests, t.p2p_tests, t.new_p2p_tests)}
      </>
    ),
    link: (id) => inLog('test', id),
  },
  {
    label: 'Importados',
    value: (t) => t.imported_users,
    note: () => 'este mês, de outras listas',
    link: (id) => inLog('imported', id),
    optional: true,
  },
];

/** An admin's lists hold everybody's; a reseller's own stand above. */
const linesOf = (below: Pick<LineSearch, 'reseller_id'>): readonly Shown[] => [
  {
    label: 'Ativos',
    value: ({ childrens: t }) => t.iptv_actives + t.p2p_actives,
    note: ({ childrens: t }) =>
      split({ ...below, status: 'Ativo' }, t.iptv_actives, t.p2p_actives, t.new_p2p_actives),
  },
  {
    label: 'Vencidos',
    value: ({ childrens: t }) => t.iptv_expired + t.p2p_expired,
    note: ({ childrens: t }) =>
      split(
        { ...below, status: 'Ativo', due: 'expired' },
        t.iptv_expired,
        t.p2p_expired,
        t.new_p2p_expired,
      ),
  },
  {
    label: 'Testes em andamento',
    value: ({ childrens: t }) => t.total_tests_iptv + t.total_tests_p2p,
    note: ({ childrens: t }) =>
      split(
        { ...below, status: 'Teste' },
        t.total_tests_iptv,
        t.total_tests_p2p,
        t.total_tests_new_p2p,
      ),
  },
];

const resellers = (label: string): Shown => ({
  label,
  value: (t) => t.total_resellers,
  note: (t) => countOf(t.total_resellers_under, 'direta', 'diretas'),
  link: () => ({ to: '/list-resellers' }),
});

const watching = (note: string, search: LineSearch): Shown => ({
  label: 'Assistindo agora',
  online: true,
  value: (t) => t.total_watching,
  link: () => ({ to: '/users-iptv/{-$resellerId}', search: { ...search, status: 'online' } }),
  note: () => note,
});

const tree: readonly Shown[] = [
  resellers('Revendas abaixo'),
  ...linesOf({ reseller_id: 'below' }),
  {
    label: 'Novos com a rede',
    value: (t) => t.total_new_users,
    note: () => 'este mês, seus e da rede',
    link: () => inLog('new'),
  },
  watching('as suas linhas e as da rede', { reseller_id: 'tree' }),
];

/** An admin owns no line: everything is the tree's, and tickets take the place of tests. */
const operation: readonly Shown[] = [
  {
    label: 'Novos tickets',
    value: (t) => t.tickets,
    note: (t) => (t.tickets === 0 ? 'nenhum espera resposta' : 'esperam resposta'),
  },
  resellers('Total de revendas'),
  { ...newUsers, value: (t) => t.total_new_users, link: () => inLog('new') },
  watching('em toda a operação', {}),
];

interface FiguresProps {
  totals: Totals;
  admin: boolean;
  /** Whose figures they are. */
  accountId: number;
  /** «Números de 14:31»: when the tree was. */
  counted: string | undefined;
}

export function Figures({ totals, admin, accountId, counted }: FiguresProps) {
  if (admin) {
    return (
      <>
        <Strip
          title="Toda a operação"
          shown={operation}
          totals={totals}
          accountId={accountId}
          aside={counted}
        />
        <Strip
          title="Usuários de todas as revendas"
          shown={linesOf({})}
          totals={totals}
          accountId={accountId}
        />
      </>
    );
  }
  return (
    <>
      <Strip title="Suas linhas" shown={own} totals={totals} accountId={accountId} />
      <Strip title="Sua rede" shown={tree} totals={totals} accountId={accountId} aside={counted} />
    </>
  );
}

interface StripProps {
  title: string;
  shown: readonly Shown[];
  totals: Totals;
  accountId: number;
  aside?: string | undefined;
}

function Strip({ title, shown, totals, accountId, aside }: StripProps) {
  return (
    <section>
      <SectionHead title={title} aside={aside} />
      <FigureGrid>
        {shown
          .filter(({ optional, value }) => !optional || value(totals) > 0)
          .map(({ label, value, note, online, link }) => (
            <Figure
              key={label}
              label={online ? <OnlineMark online label={label} /> : label}
              value={<FigureLink to={link?.(accountId)}>{formatCount(value(totals))}</FigureLink>}
              note={note(totals)}
            />
          ))}
      </FigureGrid>
    </section>
  );
}
