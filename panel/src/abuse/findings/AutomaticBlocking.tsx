/**
 * Shows whether suspect lines are blocked automatically, and explains the effect. The switch opens
 * a confirmation first (Q-SUSPECT).
 */
import { Box, Button, Skeleton } from '@mantine/core';
import { abuseCriteria, getAbuseSettings, setAbuseSettings } from '@ramal/contract/abuse';
import { IconBolt, IconHistory, IconLock, IconLockOpen, IconUserCheck } from '@tabler/icons-react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import type { ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { SettingRow } from '../../ui/layout/SettingRow.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useToast } from '../../ui/toasts.tsx';

const { everyMinutes } = abuseCriteria;

const on = 'Uma linha suspeita é bloqueada sozinha, assim que a detecção a acha.';
const off = 'Uma linha suspeita continua tocando até que alguém da administração a bloqueie.';

export function AutomaticBlocking() {
  const confirm = useConfirm();
  const toast = useToast();
  const settings = useCall(getAbuseSettings, {});
  const set = useAction(setAbuseSettings, { refresh: [getAbuseSettings] });
  const { data, error } = settings;
  const ask = async (automatic: boolean) => {
    const done = await confirm({
      ...(automatic ? turnOnConfirmation : turnOffConfirmation),
      onConfirm: () => set.mutateAsync({ body: { automatic } }),
    });
    if (done)
      toast({ title: automatic ? 'Bloqueio automático ligado' : 'Bloqueio automático desligado' });
  };
  return (
    <Box mb="2xl">
      <Panel>
        <SettingRow
          padded
          title="Bloqueio automático"
          text={data ? (data.automatic ? on : off) : (error?.message ?? 'Lendo como está…')}
          status={
            data && (
              <StatusBadge tone={data.automatic ? 'ok' : 'off'}>
                {data.automatic ? 'Ligado' : 'Desligado'}
              </StatusBadge>
            )
          }
          control={
            data ? (
              <Button
                variant="default"
                aria-label={`${data.automatic ? 'Desligar' : 'Ligar'} o bloqueio automático`}
                onClick={() => void ask(!data.automatic)}
              >
                {data.automatic ? 'Desligar' : 'Ligar'}
              </Button>
            ) : error ? (
              <Button
                variant="default"
                loading={settings.isFetching}
                onClick={() => void settings.refetch()}
              >
                Tentar de novo
              </Button>
            ) : (
              <Skeleton width={90} height={34} radius={8} />
            )
          }
        />
      </Panel>
    </Box>
  );
}

const turnOnConfirmation: ConfirmOptions = {
  title: 'Ligar o bloqueio automático?',
  tone: 'danger',
  icon: IconBolt,
  facts: [
    {
      icon: IconLock,
      tone: 'bad',
      text: `A cada ${everyMinutes} minutos, as linhas em que a detecção achar abuso param de tocar, sem que ninguém confira antes.`,
    },
    {
      icon: IconHistory,
      text: 'Quem já é suspeito não é bloqueado agora: só se for achado de novo.',
    },
    {
      icon: IconLockOpen,
      tone: 'ok',
      text: 'A revenda vê a razão e os acessos, e desbloqueia com uma senha nova.',
    },
  ],
  hint: 'Prefere conferir antes? Deixe desligado e bloqueie daqui.',
  confirmLabel: 'Sim, ligar',
};

const turnOffConfirmation: ConfirmOptions = {
  title: 'Desligar o bloqueio automático?',
  icon: IconUserCheck,
  facts: [
    { icon: IconUserCheck, text: off },
    { icon: IconLock, text: 'O que já está bloqueado continua bloqueado.' },
  ],
  confirmLabel: 'Sim, desligar',
};
