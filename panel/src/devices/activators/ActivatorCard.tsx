import { Button, Group, Text } from '@mantine/core';
import {
  type Activator,
  editActivator,
  listActivators,
} from '@ramal/contract/operations/activators';
import { IconDeviceTv } from '@tabler/icons-react';
import { relativeWord } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { createRefusalAlert } from '../../ui/form/form-errors.ts';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { rich } from '../../ui/rich-text.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import classes from './activators.module.css';

export function ActivatorCard({ activator }: { activator: Activator }) {
  const { id, ativador, dns, changedFormatted: changedOn } = activator;
  const form = useForm(editActivator, {
    initial: { dns },
    send: ({ dns: typed }) => ({ params: { id }, body: { dns: typed } }),
    confirm: ({ dns: typed }) => ({
      title: `Trocar o DNS de ${ativador}?`,
      icon: IconDeviceTv,
      facts: [
        {
          icon: IconDeviceTv,
          tone: 'warn',
          text: rich`Todos os aparelhos com ${ativador} passam a receber **${typed}** na próxima vez que perguntarem.`,
        },
      ],
      confirmLabel: 'Sim, trocar',
    }),
    // Title for a rejected change (M-110).
    alertFor: createRefusalAlert('Erro ao atualizar o DNS.'),
    refresh: [listActivators],
    success: ({ message, dns: savedDns }) => ({ title: message, text: `${ativador}: ${savedDns}` }),
  });
  const isChanged = form.values.dns.trim() !== dns;
  return (
    <li>
      <Panel gap="2xl" h="100%" p="3xl" label={ativador}>
        <Group gap="sm" justify="space-between">
          <Text component="h2" inherit fz="var(--text-section)">
            {ativador}
          </Text>
          <Health activator={activator} />
        </Group>
        <InlineForm form={form} gap="lg" justify="space-between" flex={1}>
          <TextField
            label="Endereço DNS"
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder="tv.exemplo.com"
            {...form.field('dns', (typed) => typed.trim().toLowerCase())}
          />
          <Group gap="lg" justify="space-between" wrap="nowrap">
            <span className={classes.note}>
              {isChanged && dns ? `Era ${dns}` : changedOn ? `Trocado em ${changedOn}` : ''}
            </span>
            <Button type="submit" variant={isChanged ? 'filled' : 'default'} loading={form.busy}>
              Atualizar DNS
            </Button>
          </Group>
        </InlineForm>
      </Panel>
    </li>
  );
}

function Health({ activator }: { activator: Activator }) {
  const now = useNow();
  const { dns, health, downSinceTimestamp: since } = activator;
  if (!dns) return <span className={classes.note}>Sem endereço</span>;
  if (health === 'unknown') return <StatusBadge tone="off">Verificando</StatusBadge>;
  if (health === 'up') return <StatusBadge tone="ok">Responde</StatusBadge>;
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <StatusBadge tone="bad">Não responde</StatusBadge>
      {since !== null && (
        <span className={classes.note}>{relativeWord(new Date(since * 1000), now)}</span>
      )}
    </Group>
  );
}
