/**
 * Figures of the day (S-DASH-02 to 04, 06 to 09, 20). Figures of the account itself are current.
 * The server updates the figures of the network once a minute.
 */
import type { getDashboard } from '@ramal/contract/dashboard';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { ReactNode } from 'react';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import type { Destination } from '../ui/destination.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { Figure } from '../ui/Figure.tsx';
import { FigureLink } from '../ui/FigureLink.tsx';
import { toLogLink } from './log-link.ts';
import type { DifferentFigure } from '@ramal/contract/numbers/differences';
import { DifferenceNote } from '../ui/DifferenceNote.tsx';
import { FigureGrid } from '../ui/FigureGrid.tsx';
import { SectionHead } from './SectionHead.tsx';
import { OnlineMark } from '../ui/status/OnlineMark.tsx';
import type { LineSearch } from '../lines/list/line-params.ts';
import { MonthAhead } from './due/MonthAhead.tsx';
import { MoreFigures } from './MoreFigures.tsx';
import { NextGoal } from './NextGoal.tsx';
import { NoteLink } from './NoteLink.tsx';
import { type PlatformCounts, PlatformFigure, PlatformLinks } from './PlatformLinks.tsx';

export type Totals = ResponseOf<typeof getDashboard>;

interface FigureDescription {
  readonly label: string;
  readonly value: (totals: Totals) => number;
  readonly note?: (totals: Totals, accountId: number) => ReactNode;
  readonly online?: boolean;
  /** Link to the counted rows, if one list contains them all (Q-COUNTS). */
  readonly link?: (accountId: number) => Destination;
  /** The value by platform. Each platform has a separate list. */
  readonly parts?: Parts;
  /** True if the figure is hidden while its count is zero. */
  readonly optional?: boolean;
}

interface Parts {
  readonly search: LineSearch;
  readonly counts: (totals: Totals) => PlatformCounts;
}

/**
 * Splits a count by platform. In the wire format, `p2p` is the sum of both P2P services, and
 * `newP2p` is the count of the new service.
 */
const byPlatform = (iptv: number, p2p: number, newP2p: number): PlatformCounts => ({
  iptv,
  p2p: p2p - newP2p,
  'new-p2p': newP2p,
});

const NEW_USERS_NOTE = 'este mês, sem testes';

const newUsers: FigureDescription = {
  label: 'Novos usuários',
  value: (t) => t.createdUsers,
  note: () => NEW_USERS_NOTE,
  link: (id) => toLogLink('new', id),
};

const active: FigureDescription = {
  label: 'Ativos diretos',
  value: (t) => t.usersIptv + t.usersP2p,
  parts: {
    search: { status: 'Ativo' },
    counts: (t) => byPlatform(t.usersIptv, t.usersP2p, t.usersNewP2p),
  },
};

const online: FigureDescription = {
  label: 'Online IPTV',
  online: true,
  value: (t) => t.totalOnline,
  link: () => ({ to: '/users-iptv/{-$resellerId}', search: { status: 'online' } }),
  note: (t) => `agora, de ${formatCount(t.usersIptv + t.iptvTests)}`,
};

const expiring: FigureDescription = {
  label: 'Vencem em 7 dias',
  value: (t) => t.expiringIptv + t.expiringP2p,
  parts: {
    search: { status: 'Ativo', due: '7' },
    counts: (t) => byPlatform(t.expiringIptv, t.expiringP2p, t.expiringNewP2p),
  },
};

const newOwnUsers: FigureDescription = {
  ...newUsers,
  note: (t) =>
    t.nextGoal > 0 ? <NextGoal made={t.createdUsers} goal={t.nextGoal} /> : NEW_USERS_NOTE,
};

const running: FigureDescription = {
  label: 'Testes em andamento',
  value: (t) => t.iptvTests + t.p2pTests,
  parts: {
    search: { status: 'Teste' },
    counts: (t) => byPlatform(t.iptvTests, t.p2pTests, t.newP2pTests),
  },
};

const made: FigureDescription = {
  label: 'Testes gerados',
  value: (t) => t.generateTests,
  note: () => 'este mês',
  link: (id) => toLogLink('test', id),
};

const imported: FigureDescription = {
  label: 'Importados',
  value: (t) => t.importedUsers,
  note: () => 'este mês, de arquivos',
  link: (id) => toLogLink('imported', id),
  optional: true,
};

const migrated: FigureDescription = {
  label: 'Migrados',
  value: (t) => t.migratedUsers,
  note: () => 'este mês',
  link: (id) => toLogLink('migrated', id),
  optional: true,
};

const ownFigures: readonly FigureDescription[] = [
  active,
  online,
  expiring,
  newOwnUsers,
  {
    ...made,
    note: (t) => (
      <>
        este mês · em andamento: <PartLinks parts={running.parts!} totals={t} />
      </>
    ),
  },
  imported,
  migrated,
];

/**
 * Figures that a phone shows at once, because a seller checks them often. The figures of the month
 * are under «Mais números».
 */
const ownOnPhone: readonly FigureDescription[] = [online, expiring, active, running];
const ownMonth: readonly FigureDescription[] = [newOwnUsers, made, imported, migrated];

/**
 * Returns the figures of the network's lines, with links to their lists. For an admin the lists
 * contain all lines. A reseller's own lines have separate figures above.
 */
const linesOf = (below: Pick<LineSearch, 'resellerId'>): readonly FigureDescription[] => [
  {
    label: 'Ativos',
    value: ({ childrens: t }) => t.iptvActives + t.p2pActives,
    parts: {
      search: { ...below, status: 'Ativo' },
      counts: ({ childrens: t }) => byPlatform(t.iptvActives, t.p2pActives, t.newP2pActives),
    },
  },
  {
    label: 'Vencidos',
    value: ({ childrens: t }) => t.iptvExpired + t.p2pExpired,
    parts: {
      search: { ...below, status: 'Ativo', due: 'expired' },
      counts: ({ childrens: t }) => byPlatform(t.iptvExpired, t.p2pExpired, t.newP2pExpired),
    },
  },
  {
    label: 'Testes em andamento',
    value: ({ childrens: t }) => t.totalTestsIptv + t.totalTestsP2p,
    parts: {
      search: { ...below, status: 'Teste' },
      counts: ({ childrens: t }) =>
        byPlatform(t.totalTestsIptv, t.totalTestsP2p, t.totalTestsNewP2p),
    },
  },
];

const resellers = (label: string): FigureDescription => ({
  label,
  value: (t) => t.totalResellers,
  note: (t, id) => (
    <NoteLink to={{ to: '/list-resellers', search: { under: id } }}>
      {pluralize(t.totalResellersUnder, 'direta', 'diretas')}
    </NoteLink>
  ),
  link: () => ({ to: '/list-resellers', search: { levels: 'all' } }),
});

const watching = (note: string, search: LineSearch): FigureDescription => ({
  label: 'Assistindo agora',
  online: true,
  value: (t) => t.totalWatching,
  link: () => ({ to: '/users-iptv/{-$resellerId}', search: { ...search, status: 'online' } }),
  note: () => note,
});

const tree: readonly FigureDescription[] = [
  resellers('Revendas abaixo'),
  ...linesOf({ resellerId: 'below' }),
  {
    label: 'Novos com a rede',
    value: (t) => t.totalNewUsers,
    note: () => 'este mês, seus e da rede',
    link: () => toLogLink('new'),
  },
  watching('as suas linhas e as da rede', { resellerId: 'tree' }),
];

/**
 * Figures for an admin. An admin owns no lines and creates no tests, so the figures count the whole
 * network and the tickets.
 */
const operation: readonly FigureDescription[] = [
  {
    label: 'Novos tickets',
    value: (t) => t.tickets,
    note: (t) => (t.tickets === 0 ? 'nenhum espera resposta' : 'esperam resposta'),
    link: () => ({ to: '/ticket', search: { status: 0 } }),
  },
  resellers('Total de revendas'),
  { ...newUsers, value: (t) => t.totalNewUsers, link: () => toLogLink('new') },
  watching('em toda a operação', {}),
];

interface FiguresProps {
  totals: Totals;
  admin: boolean;
  accountId: number;
  /** Time of the network counts: «Números de 14:31». */
  counted: string | undefined;
}

export function Figures({ admin, counted, ...figures }: FiguresProps) {
  const phone = useIsPhone();
  if (admin) {
    return (
      <>
        <Strip {...figures} title="Toda a operação" shown={operation} aside={counted} />
        <Strip {...figures} title="Usuários de todas as revendas" shown={linesOf({})} />
      </>
    );
  }
  const network = <Strip {...figures} title="Sua rede" shown={tree} aside={counted} />;
  if (!phone) {
    return (
      <>
        <Strip
          {...figures}
          title="Suas linhas"
          shown={ownFigures}
          differences={['customers', 'new', 'trial-conversion']}
        />
        {network}
      </>
    );
  }
  return (
    <>
      <Strip {...figures} title="Suas linhas" shown={ownOnPhone} />
      <MoreFigures>
        <Strip
          {...figures}
          title="Seu mês"
          shown={ownMonth}
          differences={['new', 'trial-conversion']}
        />
        {network}
        <MonthAhead />
      </MoreFigures>
    </>
  );
}

interface StripProps extends Pick<FiguresProps, 'totals' | 'accountId'> {
  title: string;
  shown: readonly FigureDescription[];
  aside?: string | undefined;
  /** Figures with similar names that «Números» counts differently. */
  differences?: readonly DifferentFigure[];
}

function Strip({ title, shown, totals, accountId, aside, differences }: StripProps) {
  return (
    <section>
      <SectionHead title={title} aside={aside} />
      <FigureGrid>
        {shown
          .filter(({ optional, value }) => !optional || value(totals) > 0)
          .map(({ label, value, note, online: isOnline, link, parts }) => (
            <Figure
              key={label}
              label={isOnline ? <OnlineMark online label={label} /> : label}
              value={
                parts ? (
                  <PlatformFigure counts={parts.counts(totals)} search={parts.search}>
                    {formatCount(value(totals))}
                  </PlatformFigure>
                ) : (
                  <FigureLink to={link?.(accountId)}>{formatCount(value(totals))}</FigureLink>
                )
              }
              note={
                note?.(totals, accountId) ?? (parts && <PartLinks parts={parts} totals={totals} />)
              }
            />
          ))}
      </FigureGrid>
      {differences && <DifferenceNote figures={differences} />}
    </section>
  );
}

const PartLinks = ({ parts, totals }: { parts: Parts; totals: Totals }) => (
  <PlatformLinks counts={parts.counts(totals)} search={parts.search} />
);
