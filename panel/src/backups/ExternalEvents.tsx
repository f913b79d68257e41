/**
 * /quarantine: lists events that happened outside the panel after the restored backup was made. An
 * admin reviews them before releasing the panel.
 */
import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import {
  type OutsideAct,
  actOutside,
  listOutside,
  type outsideKinds,
  settleOutside,
} from '@ramal/contract/operations/quarantine';
import type { Quarantine } from '@ramal/contract/sessions';
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
import { useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { pluralize, formatMoney } from '../foundation/numbers.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useProfile } from '../sessions/profile.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { refusalAlert } from '../ui/form/form-errors.ts';
import { Figure } from '../ui/Figure.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import {
  type ExternalEvent,
  type ExternalEventsAnswer,
  ReleasePanel,
  filterUndecidedEvents,
} from './ReleasePanel.tsx';
import classes from './ExternalEvents.module.css';

export const ExternalEvents = () => (
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
          title="Não deu para ler o que houve lá fora"
          error={error}
          busy={again.busy}
          onRetry={again.onAgain}
        />
      ) : (
        <Skeleton height={280} radius={12} aria-label="Perguntando lá fora" />
      )}
      {me?.quarantine && (data || error) && error?.code !== 'not_in_quarantine' && (
        <Foot quarantine={me.quarantine} answer={data} />
      )}
    </>
  );
}

interface FootProps {
  readonly quarantine: Quarantine;
  readonly answer: ExternalEventsAnswer | undefined;
}

/** Shows the number of decisions that are still needed, and the button that ends the quarantine. */
function Foot({ quarantine, answer }: FootProps) {
  const [isAsking, setAsking] = useState(false);
  const open = answer ? filterUndecidedEvents(answer.happened).length : 0;
  return (
    <div className={classes.foot}>
      <Text inherit c="var(--ink-2)" role="status">
        {open > 0 ? (
          <>
            {open === 1 ? 'Falta' : 'Faltam'} <b>{pluralize(open, 'decisão', 'decisões')}</b> para
            liberar.
          </>
        ) : (
          answer && 'Nada mais espera decisão.'
        )}
      </Text>
      <Button
        size="md"
        leftSection={<IconLockOpen size={17} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Liberar o painel
      </Button>
      {isAsking && (
        <ReleasePanel quarantine={quarantine} answer={answer} onClose={() => setAsking(false)} />
      )}
    </div>
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

function Found({ answer }: { readonly answer: ExternalEventsAnswer }) {
  const { happened, unread, messages, sinceTimestamp: since } = answer;
  const eventsOf = (kind: ExternalEvent['kind']) => happened.filter((event) => event.kind === kind);
  const payments = eventsOf('payment');
  const cents = payments.reduce((sum, payment) => sum + (payment.cents ?? 0), 0);
  return (
    <>
      <Text inherit mb="2xl" c="var(--ink-2)">
        Os dados são de {formatDateTime(new Date(since * 1000))}. Isto aconteceu lá fora desde
        então.
      </Text>
      <Panel className={classes.figures} label="Em números">
        <Figure
          label="Pagamentos aprovados"
          value={payments.length}
          note={`${formatMoney(cents / 100)}, cada um vale uma vez`}
        />
        <Figure
          label="No registrador"
          value={eventsOf('hostname').length}
          note="nomes que a cópia não conhece"
        />
        <Figure
          label="Registros de DNS"
          value={eventsOf('record').length}
          note="diferentes do que a cópia diz"
        />
        <Figure label="Mensagens paradas" value={messages.waiting} note={fateOf(messages)} />
      </Panel>
      {unread.map(({ where, why }) => (
        <Box key={where} mb="2xl">
          <Notice tone="warn" icon={IconAlertTriangle} title={where}>
            {why} Ali também pode ter acontecido algo.
          </Notice>
        </Box>
      ))}
      {happened.length > 0 ? (
        <Table happened={happened} />
      ) : (
        <EmptyState
          icon={IconCheck}
          tone="ok"
          title="Nada que a cópia não conheça"
          text={
            unread.length > 0
              ? 'Entre quem respondeu.'
              : 'O painel pode ser liberado. Servidores de linhas se comparam depois, em cada um.'
          }
        />
      )}
    </>
  );
}

function fateOf({ waiting, overdue }: ExternalEventsAnswer['messages']): string {
  if (overdue === 0) return 'saem depois de liberar';
  if (overdue === waiting) return 'vencidas, serão descartadas';
  return pluralize(overdue, 'vencida será descartada', 'vencidas serão descartadas');
}

const icons: Readonly<Record<(typeof outsideKinds)[number], typeof IconRoute>> = {
  payment: IconCreditCard,
  hostname: IconWorld,
  record: IconRoute,
};

const Table = ({ happened }: Pick<ExternalEventsAnswer, 'happened'>) => (
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
        {happened.map((event) => (
          <Row key={`${event.kind} ${event.key}`} event={event} />
        ))}
      </tbody>
    </table>
  </Panel>
);

function Row({ event }: { readonly event: ExternalEvent }) {
  const Kind = icons[event.kind];
  const isOpen = event.needsPerson && !event.settled;
  const Outcome = isOpen ? IconHelpCircle : IconCheck;
  return (
    <tr>
      <td>
        <Group component="span" gap="md" wrap="nowrap">
          <Kind size={18} stroke={1.75} color="var(--ink-2)" aria-hidden />
          <span>
            <b>{event.subject}</b> {event.what}
            {event.atTimestamp !== null && (
              <Text span inherit c="var(--ink-2)">
                {' '}
                {formatDateTime(new Date(event.atTimestamp * 1000))}
              </Text>
            )}
          </span>
        </Group>
      </td>
      <td>{event.cents === null ? '–' : formatMoney(event.cents / 100)}</td>
      <td>
        <Group component="span" gap="md" wrap="nowrap" className={classes.cell}>
          <Outcome
            size={18}
            stroke={1.75}
            color={isOpen ? 'var(--warn)' : 'var(--ok)'}
            aria-hidden
          />
          <Box component="span" flex="1 1 calc(5 * var(--space-5xl))">
            {event.settled ? event.settledAs : event.outcome}
          </Box>
          <Group
            component="span"
            gap="xs"
            align="stretch"
            justify="flex-end"
            className={classes.acts}
          >
            {event.act !== null && !event.settled && <Act event={event} act={event.act} />}
            <Decide event={event} />
          </Group>
        </Group>
      </td>
    </tr>
  );
}

interface ActWords {
  readonly label: string;
  readonly title: string;
  readonly facts: readonly string[];
  readonly confirm: string;
}

const actWords: Readonly<Record<OutsideAct, ActWords>> = {
  deliver: {
    label: 'Entregar agora',
    title: 'Entregar agora?',
    facts: ['O que foi pago é entregue **uma vez**: ao liberar, nada se repete.'],
    confirm: 'Sim, entregar',
  },
  adopt: {
    label: 'Pôr na lista',
    title: 'Pôr na sua lista de DNS?',
    facts: [
      'O registrador é perguntado de novo, e o nome fica pronto **depois de liberar**.',
      'Quem comprou já tem de volta os créditos que a cópia lhe dá.',
    ],
    confirm: 'Sim, pôr na lista',
  },
  'take-over': {
    label: 'Voltar ao do painel',
    title: 'Voltar ao que o painel diz?',
    facts: ['O que está na zona **dá lugar** ao endereço do painel, agora.'],
    confirm: 'Sim, voltar',
  },
};

function Act({ event, act }: { readonly event: ExternalEvent; readonly act: OutsideAct }) {
  const { kind, key, subject, what } = event;
  const { label, title, facts, confirm: confirmLabel } = actWords[act];
  const confirm = useConfirm();
  const toast = useToast();
  const send = useAction(actOutside, {
    refresh: [listOutside],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  const ask = () =>
    confirm({
      title,
      icon: icons[kind],
      tone: 'light',
      object: { name: subject, note: what },
      facts: facts.map((text) => ({ icon: IconCheck, text })),
      confirmLabel,
      onConfirm: () => send.mutateAsync({ body: { kind, key } }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      aria-label={`${label}: ${subject} ${what}`}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  );
}

/**
 * Button that settles an event after a confirmation. A settled event can be reopened until the
 * release of the panel.
 */
function Decide({ event }: { readonly event: ExternalEvent }) {
  const { kind, key, subject, needsPerson, settled, settledAs } = event;
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const settle = useAction(settleOutside, { refresh: [listOutside] });
  const send = (isSettled: boolean) =>
    settle.mutateAsync({ body: { kind, key, settled: isSettled } });
  const act = async () => {
    if (settled) return send(false).catch((error: ApiError) => void alert(refusalAlert(error)));
    return confirm({
      title: needsPerson ? 'Decidir assim?' : `${settledAs}?`,
      icon: IconHelpCircle,
      tone: 'light',
      object: { name: subject, note: needsPerson ? settledAs : event.what },
      facts: [
        {
          icon: IconCheck,
          text: needsPerson
            ? 'Sai do que falta decidir. Nada muda lá fora.'
            : 'O pagamento fica guardado e **não entrega nada de novo**.',
        },
      ],
      confirmLabel: needsPerson ? 'Sim, está decidido' : 'Sim, já foi feito',
      onConfirm: () => send(true),
    });
  };
  const isOnlyWay = event.act === null;
  const label = settled
    ? 'Desfazer'
    : !needsPerson
      ? settledAs
      : isOnlyWay
        ? 'Decidir'
        : 'Deixar assim';
  return (
    <Button
      size="xs"
      variant={isOnlyWay && !settled ? 'default' : 'subtle'}
      loading={settle.isPending}
      aria-label={`${label}: ${subject} ${event.what}`}
      onClick={() => void act()}
    >
      {label}
    </Button>
  );
}
