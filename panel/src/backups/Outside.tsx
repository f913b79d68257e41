/** /quarantine: what happened outside since the moment of a restored backup, before the panel is released. */
import { Button, Skeleton } from '@mantine/core';
import { listOutside, type outsideKinds } from '@ramal/contract/operations/quarantine';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconAlertTriangle,
  IconCheck,
  IconCreditCard,
  IconHelpCircle,
  IconLockOpen,
  IconRefresh,
  IconRoute,
  IconWorld,
} from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { formatMoney } from '../foundation/numbers.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useProfile } from '../sessions/profile.ts';
import { Figure } from '../ui/Figure.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import classes from './Outside.module.css';

type Answer = ResponseOf<typeof listOutside>;
type Happened = Answer['happened'][number];

export const Outside = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const { data: me } = useProfile();
  const isHeld = me !== undefined && me.quarantine !== null;
  const outside = useCall(listOutside, {}, { enabled: isHeld });
  const { data, error } = outside;
  const again = { busy: outside.isFetching, onAgain: () => void outside.refetch() };
  return (
    <>
      <PageHeader
        title="Depois da restauração"
        phoneTitle="Quarentena"
        backTo="/view-backups"
        breadcrumb={[
          { label: 'Infraestrutura' },
          { label: 'Backups', to: '/view-backups' },
          { label: 'Quarentena' },
        ]}
        actions={isHeld && <Again {...again} />}
        phoneActions={isHeld && <Again {...again} />}
      />
      {data && isHeld ? (
        <Found answer={data} />
      ) : (me && !isHeld) || error?.code === 'not_in_quarantine' ? (
        <EmptyState
          icon={IconLockOpen}
          title="O painel não está em quarentena"
          text="Nada foi restaurado, ou um administrador já liberou o painel."
        />
      ) : error ? (
        <ErrorState
          title="Não foi possível ler o que houve lá fora"
          error={error}
          busy={again.busy}
          onRetry={again.onAgain}
        />
      ) : (
        <Skeleton height={280} radius={12} aria-label="Perguntando lá fora" />
      )}
    </>
  );
}

const Again = ({ busy, onAgain }: { readonly busy: boolean; readonly onAgain: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
    loading={busy}
    onClick={onAgain}
  >
    Ler de novo lá fora
  </Button>
);

function Found({ answer }: { readonly answer: Answer }) {
  const { happened, unread, since_timestamp: since } = answer;
  const of = (kind: Happened['kind']) => happened.filter((one) => one.kind === kind);
  const payments = of('payment');
  const cents = payments.reduce((sum, one) => sum + (one.cents ?? 0), 0);
  return (
    <>
      <p className={classes.since}>
        Os dados são de {formatDateTime(new Date(since * 1000))}. Isto aconteceu lá fora desde
        então.
      </p>
      <Panel className={classes.figures} label="Em números">
        <Figure
          label="Pagamentos aprovados"
          value={payments.length}
          note={`${formatMoney(cents / 100)}, cada um vale uma vez`}
        />
        <Figure
          label="No registrador"
          value={of('hostname').length}
          note="nomes que a cópia não conhece"
        />
        <Figure
          label="Registros de DNS"
          value={of('record').length}
          note="diferentes do que a cópia diz"
        />
      </Panel>
      {unread.map(({ where, why }) => (
        <div key={where} className={classes.unread}>
          <Notice tone="warn" icon={IconAlertTriangle} title={where}>
            {why} Ali também pode ter acontecido algo.
          </Notice>
        </div>
      ))}
      {happened.length > 0 ? (
        <Table happened={happened} />
      ) : (
        <EmptyState
          icon={IconCheck}
          tone="ok"
          title="Nada que a cópia não conheça"
          text={unread.length > 0 ? 'Entre quem respondeu.' : 'O painel pode ser liberado.'}
        />
      )}
    </>
  );
}

const icons: Readonly<Record<(typeof outsideKinds)[number], typeof IconRoute>> = {
  payment: IconCreditCard,
  hostname: IconWorld,
  record: IconRoute,
};

const Table = ({ happened }: Pick<Answer, 'happened'>) => (
  <Panel className={classes.table}>
    <table aria-label="O que aconteceu">
      <thead>
        <tr>
          <th scope="col">O que aconteceu</th>
          <th scope="col">Valor</th>
          <th scope="col">Ao liberar</th>
        </tr>
      </thead>
      <tbody>
        {happened.map((one, index) => (
          <Row key={index} one={one} />
        ))}
      </tbody>
    </table>
  </Panel>
);

function Row({ one }: { readonly one: Happened }) {
  const Kind = icons[one.kind];
  const Outcome = one.needs_person ? IconHelpCircle : IconCheck;
  return (
    <tr>
      <td>
        <span className={classes.cell}>
          <Kind size={18} stroke={1.75} aria-hidden />
          <span>
            <b>{one.subject}</b> {one.what}
            {one.at_timestamp !== null && (
              <span className={classes.at}>
                {' '}
                {formatDateTime(new Date(one.at_timestamp * 1000))}
              </span>
            )}
          </span>
        </span>
      </td>
      <td>{one.cents === null ? '–' : formatMoney(one.cents / 100)}</td>
      <td>
        <span className={classes.cell} data-person={one.needs_person}>
          <Outcome size={18} stroke={1.75} aria-hidden />
          {one.outcome}
        </span>
      </td>
    </tr>
  );
}
