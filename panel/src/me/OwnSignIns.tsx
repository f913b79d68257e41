/** Who is signed in to this account, from where, and the way to end it. */
import { Button, Skeleton } from '@mantine/core';
import { endOtherSignIns, endSignIn, listSignIns } from '@ramal/contract/sessions';
import { IconDevices, IconLogout } from '@tabler/icons-react';
import { countOf } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { SettingsCard } from './SettingsCard.tsx';

export function OwnSignIns() {
  const signIns = useCall(listSignIns, {});
  const end = useAction(endSignIn, { refresh: [listSignIns] });
  const endOthers = useAction(endOtherSignIns, { refresh: [listSignIns] });
  const confirm = useConfirm();
  const toast = useToast();
  const { data, error } = signIns;
  const others = data?.data.filter(({ current }) => !current) ?? [];
  const askEnd = (id: string, device: string, ip: string) =>
    void confirm({
      title: 'Encerrar este acesso?',
      icon: IconLogout,
      object: { name: device, note: ip },
      hint: 'Não reconhece? Troque também a senha.',
      confirmLabel: 'Sim, encerrar',
      onConfirm: async () => toast({ title: (await end.mutateAsync({ params: { id } })).message }),
    });
  const askEndOthers = () =>
    void confirm({
      title: 'Encerrar os outros acessos?',
      lead: `${countOf(others.length, 'acesso termina', 'acessos terminam')} na hora. Este continua.`,
      icon: IconLogout,
      confirmLabel: 'Sim, encerrar',
      onConfirm: async () => toast({ title: (await endOthers.mutateAsync({})).message }),
    });
  return (
    <SettingsCard
      icon={IconDevices}
      title="Acessos abertos"
      state={
        data && <span className="me-count">{countOf(data.data.length, 'acesso', 'acessos')}</span>
      }
    >
      {error && !data && (
        <ErrorState
          compact
          title="Não deu para carregar os acessos"
          error={error}
          busy={signIns.isFetching}
          onRetry={() => void signIns.refetch()}
        />
      )}
      {!data && !error && <Skeleton height={112} />}
      {data && (
        <ul className="me-rows">
          {data.data.map(({ id, device, ip, last_used_at: used, current }) => (
            <li key={id}>
              <p>
                <b>{device}</b>
                <span>
                  <span className="mono">{ip}</span> · {current ? 'agora' : `usado em ${used}`}
                </span>
              </p>
              {current ? (
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
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="me-acts">
          <Button variant="danger-soft" onClick={askEndOthers}>
            Encerrar os outros
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}
