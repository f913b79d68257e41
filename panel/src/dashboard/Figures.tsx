import { Skeleton } from '@mantine/core';
import type { getDashboard } from '@ramal/contract/dashboard';
import type { Answered } from '@ramal/contract/endpoint';
import { formatCount } from '../foundation/numbers.ts';
import { Figure, Panel } from '../ui/panels.tsx';
import { OnlineMark } from '../ui/status.tsx';

type Totals = Answered<typeof getDashboard>;

interface Shown {
  readonly key: string;
  readonly label: string;
  readonly value: (totals: Totals) => number;
  readonly note: (totals: Totals) => string;
  readonly online?: boolean;
}

const own: readonly Shown[] = [
  {
    key: 'own',
    label: 'Ativos diretos',
    value: (t) => t.users_iptv + t.users_p2p,
    note: (t) => `${formatCount(t.users_iptv)} IPTV · ${formatCount(t.users_p2p)} P2P`,
  },
  {
    key: 'expiring',
    label: 'Vencem em 7 dias',
    value: (t) => t.expiring_iptv + t.expiring_p2p,
    note: () => 'das suas linhas ativas',
  },
  {
    key: 'online',
    label: 'Online IPTV',
    online: true,
    value: (t) => t.total_online,
    note: (t) => `agora, de ${formatCount(t.users_iptv + t.iptv_tests)}`,
  },
  {
    key: 'tests',
    label: 'Testes gerados',
    value: (t) => t.generate_tests,
    note: () => 'por você, este mês',
  },
];

const tree: readonly Shown[] = [
  {
    key: 'resellers',
    label: 'Revendas abaixo',
    value: (t) => t.total_resellers,
    note: (t) => `${formatCount(t.total_resellers_under)} ${t.total_resellers_under === 1 ? 'direta' : 'diretas'}`,
  },
  {
    key: 'tree-actives',
    label: 'Ativos na rede',
    value: (t) => t.childrens.iptv_actives + t.childrens.p2p_actives,
    note: (t) => `${formatCount(t.childrens.iptv_expired + t.childrens.p2p_expired)} vencidos`,
  },
  {
    key: 'tree-tests',
    label: 'Testes na rede',
    value: (t) => t.childrens.total_tests_iptv + t.childrens.total_tests_p2p,
    note: () => 'em andamento agora',
  },
  {
    key: 'new',
    label: 'Novos usuários',
    value: (t) => t.total_new_users,
    note: () => 'este mês, sem testes',
  },
];

/** Own figures first, then those of everyone below; an admin has only the second. */
export function Figures({ totals, admin }: { totals: Totals | undefined; admin: boolean }) {
  return (
    <>
      {!admin && <Row title="Suas linhas" shown={own} totals={totals} />}
      <Row title={admin ? 'Toda a operação' : 'Sua rede'} shown={tree} totals={totals} />
    </>
  );
}

function Row({ title, shown, totals }: { title: string; shown: readonly Shown[]; totals: Totals | undefined }) {
  return (
    <section>
      <h2 className="dashboard-title">{title}</h2>
      <Panel className="dashboard-figures">
        {shown.map(({ key, label, value, note, online }) => (
          <Figure
            key={key}
            label={online ? <OnlineMark online label={label} /> : label}
            value={totals ? formatCount(value(totals)) : <Skeleton height={28} width={64} />}
            note={totals ? note(totals) : <Skeleton height={14} width={96} />}
          />
        ))}
      </Panel>
    </section>
  );
}
