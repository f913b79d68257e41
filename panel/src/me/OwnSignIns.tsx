/** The open sign-ins of the account, with a button to end each. */
import { Button, Group, Text } from '@mantine/core';
import { endOtherSignIns, endSignIn, listSignIns } from '@ramal/contract/sessions';
import { IconDevices, IconLogout } from '@tabler/icons-react';
import { pluralize } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsRows } from './SettingsRows.tsx';

export function OwnSignIns() {
  const signIns = useCall(listSignIns, {});
  const { askEnd, askEndOthers } = useEndSignIns();
  const { data } = signIns;
  const others = data?.data.filter(({ current }) => !current) ?? [];
  return (
    <SettingsCard
      icon={IconDevices}
      title="Acessos abertos"
      state={
        data && (
          <Text span fz="xs" c="var(--ink-3)">
            {pluralize(data.data.length, 'acesso', 'acessos')}
          </Text>
        )
      }
    >
      <Loaded query={signIns} failed="Não deu para carregar os acessos" compact height={112}>
        {({ data: rows }) => (
          <SettingsRows
            rows={rows.map(({ id, device, ip, lastUsedAt: used, current }) => ({
              key: id,
              name: device,
              note: (
                <>
                  <span className="mono">{ip}</span> · {current ? 'agora' : `usado em ${used}`}
                </>
              ),
              action: current ? (
                <StatusBadge tone="ok">Este aparelho</StatusBadge>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Encerrar ${device}, ${ip}`}
                  onClick={() => askEnd(id, device, ip)}
                >
                  Encerrar
                </Button>
              ),
            }))}
          />
        )}
      </Loaded>
      {others.length > 0 && (
        <Group gap="sm">
          <Button variant="danger-soft" onClick={() => askEndOthers(others.length)}>
            Encerrar os outros
          </Button>
        </Group>
      )}
    </SettingsCard>
  );
}

function useEndSignIns() {
  const end = useAction(endSignIn, { refresh: [listSignIns] });
  const endOthers = useAction(endOtherSignIns, { refresh: [listSignIns] });
  const confirm = useConfirm();
  const toast = useToast();
  const askEnd = (id: string, device: string, ip: string) =>
    void confirm({
      title: 'Encerrar este acesso?',
      icon: IconLogout,
      object: { name: device, note: ip },
      hint: 'Não reconhece? Troque também a senha.',
      confirmLabel: 'Sim, encerrar',
      onConfirm: async () => toast({ title: (await end.mutateAsync({ params: { id } })).message }),
    });
  const askEndOthers = (count: number) =>
    void confirm({
      title: 'Encerrar os outros acessos?',
      lead: `${pluralize(count, 'acesso termina', 'acessos terminam')} na hora. Este continua.`,
      icon: IconLogout,
      confirmLabel: 'Sim, encerrar',
      onConfirm: async () => toast({ title: (await endOthers.mutateAsync({})).message }),
    });
  return { askEnd, askEndOthers };
}
