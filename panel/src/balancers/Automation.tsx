/**
 * Shows the mode of the automation that moves CNAMEs away from unhealthy balancers, and its last
 * real or simulated move.
 */
import { Group, Text } from '@mantine/core';
import {
  type AutomationMode,
  type CnameAutomation,
  getCnameAutomation,
  setCnameAutomation,
} from '@ramal/contract/operations/balancers';
import { IconFlask, IconRoute, IconShieldCheck } from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDayMonth, formatTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './Automation.module.css';

const modes: readonly { value: AutomationMode; label: string }[] = [
  { value: 'off', label: 'Desligada' },
  { value: 'rehearsal', label: 'Ensaio' },
  { value: 'on', label: 'Ligada' },
];

export function Automation() {
  const act = useConfirmedAction();
  const set = useAction(setCnameAutomation, { refresh: [getCnameAutomation] });
  const { data, error } = useCall(getCnameAutomation, {}, { refreshEveryMs: 30_000 });
  if (!data) return error ? null : <Loading />;

  const choose = async (mode: AutomationMode) => {
    const isOn = mode === 'on';
    await act(
      {
        title: isOn ? 'Ligar a troca automática?' : 'Mudar a troca automática?',
        icon: IconRoute,
        facts: [
          isOn
            ? {
                icon: IconRoute,
                text: `Um CNAME cujo balanceador caiu passa sozinho a outro, até ${pluralize(data.movesADay, 'vez', 'vezes')} por dia.`,
              }
            : { icon: IconShieldCheck, text: 'Nenhum CNAME muda de balanceador sozinho.' },
        ],
        confirmLabel: isOn ? 'Sim, ligar' : 'Sim, mudar',
      },
      () => set.mutateAsync({ body: { mode } }),
    );
  };

  return (
    <Panel mb="2xl" py="2xl" px="3xl" label="Troca automática">
      <Group gap="lg" justify="space-between">
        <div>
          <Text span inherit fw={500}>
            Troca automática
          </Text>
          <Text span inherit ml="lg" c="var(--ink-2)" fz="caption">
            {budgetInWords(data)}
          </Text>
        </div>
        <Segmented
          label="Troca automática"
          value={data.mode}
          options={modes}
          onChange={(mode) => void choose(mode as AutomationMode)}
        />
      </Group>
      {data.last && <LastMove {...data.last} />}
    </Panel>
  );
}

/** Returns the number of remaining moves, or the reason why no CNAME is moved automatically. */
export function budgetInWords({ mode, moves, movesADay: most }: CnameAutomation): string {
  if (mode === 'off') return 'Desligada: nenhum CNAME muda sozinho';
  const rest = Math.max(0, most - moves);
  if (mode === 'rehearsal')
    return `Ensaio: nada é movido; ${rest} de ${most} mudanças ainda ensaiáveis hoje`;
  return rest > 0
    ? `${pluralize(rest, 'mudança ainda possível', 'mudanças ainda possíveis')} hoje`
    : `Nenhuma mudança possível agora: as ${most} de 24 horas foram usadas`;
}

/** Shows the remaining moves of the day on the screens with CNAMEs. Only for admins. */
export function AutomationBudget() {
  const { data } = useCall(getCnameAutomation, {}, { refreshEveryMs: 30_000 });
  return (
    <Group
      component="p"
      gap="md"
      align="stretch"
      wrap="nowrap"
      mb="2xl"
      c="var(--ink-2)"
      fz="caption"
    >
      <IconRoute size={18} stroke={1.75} aria-hidden />
      <span>Troca automática: {data ? budgetInWords(data) : '…'}</span>
    </Group>
  );
}

/** Placeholder of the final height, so that the content below does not move. */
const Loading = () => (
  <Panel mb="2xl" py="2xl" px="3xl" label="Troca automática">
    <Group gap="lg" justify="space-between" style={{ visibility: 'hidden' }} aria-hidden>
      <div>
        <Text span inherit fw={500}>
          Troca automática
        </Text>
        <Text span inherit ml="lg" c="var(--ink-2)" fz="caption">
          6 mudanças ainda possíveis hoje
        </Text>
      </div>
      <Segmented label="Troca automática" value="off" options={modes} onChange={() => {}} />
    </Group>
  </Panel>
);

function LastMove(move: NonNullable<CnameAutomation['last']>) {
  const at = new Date(move.atTimestamp * 1000);
  const when = `em ${formatDayMonth(at)} às ${formatTime(at)}`;
  const Icon = move.rehearsed ? IconFlask : IconRoute;
  return (
    <Group
      component="p"
      gap="md"
      align="stretch"
      wrap="nowrap"
      mt="lg"
      c="var(--ink-2)"
      className={classes.last}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>
        <Text component="strong" inherit c="var(--ink)" fw={500}>
          {move.rehearsed ? `Teria trocado ${when}.` : `Trocou ${when}.`}
        </Text>{' '}
        {move.rehearsed
          ? `${move.name} iria de ${move.from} para ${move.to}. Nada foi movido.`
          : `${move.name} foi de ${move.from} para ${move.to}.`}
      </span>
    </Group>
  );
}
