/**
 * Shows the purchases and renewals that are in progress, and those that were undone on the last
 * day. Each one is a list of steps.
 */
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  type HostnamePurchase,
  listHostnamePurchases,
} from '@ramal/contract/operations/hostname-purchases';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatTime } from '../foundation/dates.ts';
import { pluralize, creditsInWords, formatDollars } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import classes from './Purchases.module.css';

const REFRESH_MS = 5_000;

export function Purchases({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useCall(listHostnamePurchases, {}, { refreshEveryMs: REFRESH_MS });
  const [seen, setSeen] = useLocalStorage<number[]>({ key: 'ramal-undone-seen', defaultValue: [] });
  const shown = data?.data.filter(({ id, state }) => state !== 'done' && !seen.includes(id)) ?? [];
  if (shown.length === 0) return null;
  const isRunning = shown.some(({ state }) => state !== 'refunded');
  return (
    <section aria-label="Compras em andamento">
      <div className={classes.list}>
        {shown.map((purchase) => (
          <Purchase
            key={purchase.id}
            purchase={purchase}
            isAdmin={isAdmin}
            onHide={() => setSeen([...seen.slice(-100), purchase.id])}
          />
        ))}
      </div>
      {isRunning && (
        <Text mt="sm" c="var(--ink-2)" fz="control">
          Pode fechar esta tela. O pedido segue sozinho até o fim.
        </Text>
      )}
    </section>
  );
}

interface PurchaseProps {
  readonly purchase: HostnamePurchase;
  readonly isAdmin: boolean;
  readonly onHide: () => void;
}

function Purchase({ purchase, isAdmin, onHide }: PurchaseProps) {
  const { dns, state, isSandbox } = purchase;
  const isUndone = state === 'refunded';
  return (
    <Panel py="2xl" px="3xl" className={classes.purchase} label={`${titleOf(purchase)}: ${dns}`}>
      <Group component="header" gap="sm" align="flex-start" wrap="nowrap" mb="lg">
        <Stack gap={0} flex={1} miw={0} c="var(--ink-2)" fz="control">
          <span>{titleOf(purchase)}</span>
          <Text component="b" inherit c="var(--ink)" fz="phone" fw={500} className="mono">
            {dns}
          </Text>
          <span>{priceInWords(purchase, isAdmin)}</span>
        </Stack>
        {isSandbox && <StatusBadge tone="test">De teste</StatusBadge>}
        {isUndone && (
          <>
            <span className={classes.returned}>
              <IconArrowBackUp size={15} stroke={1.75} aria-hidden />
              {purchase.credits === null ? 'Desfeita' : 'Devolvida'}
            </span>
            <ActionIcon variant="subtle" size={44} aria-label={`Esconder ${dns}`} onClick={onHide}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </>
        )}
      </Group>
      <ol>
        {stepsOf(purchase).map((step) => (
          <StepNode key={step.title} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

const stateLabels: Record<Step['look'], string> = {
  done: 'feito',
  running: 'em andamento',
  waiting: 'ainda não',
  failed: 'recusado',
};

const StepNode = ({ title, text, look, at }: Step) => (
  <li data-look={look} aria-current={look === 'running' ? 'step' : undefined}>
    <span className={classes.node}>
      {look === 'done' && <IconCheck size={14} stroke={2.25} aria-hidden />}
      {look === 'failed' && <IconX size={14} stroke={2.25} aria-hidden />}
      <span className="visually-hidden">{stateLabels[look]}:</span>
    </span>
    <Stack component="span" gap={0} miw={0}>
      <span>{title}</span>
      {text && (
        <Text span inherit c="var(--ink-2)" fz="control">
          {text}
        </Text>
      )}
    </Stack>
    <Text span inherit c="var(--ink-2)" fz="control" className="num">
      {at === null ? look === 'running' && 'agora' : formatTime(new Date(at * 1000))}
    </Text>
  </li>
);

function titleOf({ kind, state }: HostnamePurchase): string {
  if (kind === 'renewal') return state === 'refunded' ? 'Renovação desfeita' : 'Renovando';
  return state === 'refunded' ? 'Compra desfeita' : 'Comprando';
}

function priceInWords({ credits, value, years }: HostnamePurchase, isAdmin: boolean): string {
  const term = pluralize(years, 'ano', 'anos');
  if (isAdmin) return value === null ? term : `${formatDollars(value)} · ${term}`;
  return credits === null ? term : `${creditsInWords(credits)} · ${term}`;
}

interface Step {
  readonly title: string;
  readonly text: string | undefined;
  readonly look: 'done' | 'running' | 'waiting' | 'failed';
  /** Time in Unix seconds. */
  readonly at: number | null;
}

/**
 * Returns the four steps of a purchase or the three steps of a renewal. For an undone purchase,
 * returns the reason and the refund.
 */
function stepsOf(purchase: HostnamePurchase): Step[] {
  const { credits, reservedAt: at } = purchase;
  const reserved: Step = {
    title: credits === null ? 'Pedido feito' : 'Créditos reservados',
    text: credits === null ? undefined : creditsInWords(credits),
    look: 'done',
    at,
  };
  return [reserved, ...(purchase.state === 'refunded' ? undone(purchase) : onTheWay(purchase))];
}

const undone = ({ credits, reason, kind, endedAt: at }: HostnamePurchase): Step[] => [
  {
    title: kind === 'renewal' ? 'Renovação recusada' : 'Pedido recusado',
    text: reason ?? undefined,
    look: 'failed',
    at,
  },
  credits === null
    ? { title: 'Nada foi cobrado', text: undefined, look: 'done', at }
    : { title: `${creditsInWords(credits)} de volta`, text: undefined, look: 'done', at },
];

function onTheWay(purchase: HostnamePurchase): Step[] {
  const { kind, registeredAt, endedAt } = purchase;
  const isAccepted = registeredAt !== null;
  const order: Step = {
    title: isAccepted ? 'Pedido aceito' : 'Pedido ao registrador',
    text: isAccepted ? 'O registrador confirmou o nome' : 'Se ele não responder, é conferido antes',
    look: isAccepted ? 'done' : 'running',
    at: registeredAt,
  };
  const zone: Step = {
    title: 'Zona e registros',
    text: 'Costuma levar menos de 2 minutos',
    look: isAccepted ? 'running' : 'waiting',
    at: null,
  };
  const ready: Step = {
    title: 'Pronto',
    text: kind === 'new' ? 'Entra na sua lista' : 'Vence um ano depois',
    look: endedAt === null ? 'waiting' : 'done',
    at: endedAt,
  };
  return [order, ...(kind === 'new' ? [zone] : []), ready];
}
