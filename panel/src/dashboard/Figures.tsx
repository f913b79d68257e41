/** The day in numbers (S-DASH-02 to 04, 06 to 09, 20): one's own as they are now, the tree's as last rolled up. */
import { Skeleton } from '@mantine/core';
import type { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { ReactNode } from 'react';
import { countOf, formatCount } from '../foundation/numbers.ts';
import { Figure } from '../ui/Figure.tsx';
import { FigureGrid } from './FigureGrid.tsx';
import { SectionHead } from './SectionHead.tsx';
import { OnlineMark } from '../ui/status/OnlineMark.tsx';
import { NextGoal } from './NextGoal.tsx';

export type Totals = ResponseOf<typeof getDashboard>;

interface Shown {
  readonly label: string;
  readonly value: (totals: Totals) => number;
  readonly note: (totals: Totals) => ReactNode;
  readonly online?: boolean;
}

const split = (iptv: number, p2p: number): string =>
  `${formatCount(iptv)} IPTV · ${formatCount(p2p)} P2P`;

const newUsers: Shown = {
  label: 'Novos usuários',
  value: (t) => t.total_new_users,
  note: () => 'este mês, sem testes',
};

const own: readonly Shown[] = [
  {
    label: 'Ativos diretos',
    value: (t) => t.users_iptv + t.users_p2p,
    note: (t) => split(t.users_iptv, t.users_p2p),
  },
  {
    label: 'Online IPTV',
    online: true,
    value: (t) => t.total_online,
    note: (t) => `agora, de ${formatCount(t.users_iptv + t.iptv_tests)}`,
  },
  {
    label: 'Vencem em 7 dias',
    value: (t) => t.expiring_iptv + t.expiring_p2p,
    note: (t) => split(t.expiring_iptv, t.expiring_p2p),
  },
  {
    ...newUsers,
    note: (t) =>
      t.next_goal > 0 ? <NextGoal made={t.created_users} goal={t.next_goal} /> : newUsers.note(t),
  },
  {
    label: 'Testes gerados',
    value: (t) => t.generate_tests,
    note: (t) => `este mês · ${formatCount(t.iptv_tests + t.p2p_tests)} em andamento`,
  },
];

const lines: readonly Shown[] = [
  {
    label: 'Ativos',
    value: ({ childrens: t }) => t.iptv_actives + t.p2p_actives,
    note: ({ childrens: t }) => split(t.iptv_actives, t.p2p_actives),
  },
  {
    label: 'Vencidos',
    value: ({ childrens: t }) => t.iptv_expired + t.p2p_expired,
    note: ({ childrens: t }) => split(t.iptv_expired, t.p2p_expired),
  },
  {
    label: 'Testes em andamento',
    value: ({ childrens: t }) => t.total_tests_iptv + t.total_tests_p2p,
    note: ({ childrens: t }) => split(t.total_tests_iptv, t.total_tests_p2p),
  },
];

const resellers = (label: string): Shown => ({
  label,
  value: (t) => t.total_resellers,
  note: (t) => countOf(t.total_resellers_under, 'direta', 'diretas'),
});

const watching = (note: string): Shown => ({
  label: 'Assistindo agora',
  online: true,
  value: (t) => t.total_watching,
  note: () => note,
});

const tree: readonly Shown[] = [
  resellers('Revendas abaixo'),
  ...lines,
  watching('as suas linhas e as da rede'),
];

/** An admin owns no line: everything is the tree's, and tickets take the place of tests. */
const operation: readonly Shown[] = [
  {
    label: 'Novos tickets',
    value: (t) => t.tickets,
    note: (t) => (t.tickets === 0 ? 'nenhum espera resposta' : 'esperam resposta'),
  },
  resellers('Total de revendas'),
  newUsers,
  watching('em toda a operação'),
];

interface FiguresProps {
  totals: Totals | undefined;
  admin: boolean;
  /** «Contada às 14:31»: when the tree was. */
  counted: string | undefined;
}

export function Figures({ totals, admin, counted }: FiguresProps) {
  if (admin) {
    return (
      <>
        <Strip title="Toda a operação" shown={operation} totals={totals} aside={counted} />
        <Strip title="Usuários de todas as revendas" shown={lines} totals={totals} />
      </>
    );
  }
  return (
    <>
      <Strip title="Suas linhas" shown={own} totals={totals} />
      <Strip title="Sua rede" shown={tree} totals={totals} aside={counted} />
    </>
  );
}

interface StripProps {
  title: string;
  shown: readonly Shown[];
  totals: Totals | undefined;
  aside?: string | undefined;
}

function Strip({ title, shown, totals, aside }: StripProps) {
  return (
    <section>
      <SectionHead title={title} aside={aside} />
      <FigureGrid>
        {shown.map(({ label, value, note, online }) => (
          <Figure
            key={label}
            label={online ? <OnlineMark online label={label} /> : label}
            value={totals ? formatCount(value(totals)) : <Skeleton height={28} width={64} />}
            note={totals ? note(totals) : <Skeleton height={14} width={96} mt={4} />}
          />
        ))}
      </FigureGrid>
    </section>
  );
}
