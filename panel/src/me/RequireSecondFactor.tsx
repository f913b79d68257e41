/** A franchise or an admin asks a second factor of everyone below, from a day on. */
import { Button, Skeleton } from '@mantine/core';
import { getSecondFactorRule, setSecondFactorRule } from '@ramal/contract/second-factors';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../foundation/numbers.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { AskCode } from './AskCode.tsx';
import { SettingsCard } from './SettingsCard.tsx';

export function RequireSecondFactor() {
  const rule = useCall(getSecondFactorRule, {});
  const set = useAction(setSecondFactorRule, { refresh: [getSecondFactorRule] });
  const toast = useToast();
  const [asking, setAsking] = useState<'set' | 'drop'>();
  const [from, setFrom] = useState('');
  const { data, error } = rule;
  const standing = data?.required_from ?? null;
  const open = () => {
    setFrom(data?.required_from_day ?? '');
    setAsking('set');
  };
  const send = async (body: { from?: string; code_2fa?: string }) =>
    toast({ title: (await set.mutateAsync({ body })).message });
  return (
    <SettingsCard
      icon={IconShieldCheck}
      title="Exigir 2FA de quem está abaixo"
      state={standing && <StatusBadge tone="ok">Em vigor</StatusBadge>}
      note={
        standing
          ? `A partir de ${standing} só usa o painel quem tiver um segundo fator.`
          : 'A partir do dia escolhido, quem não tiver um segundo fator só consegue configurá-lo.'
      }
    >
      {error && !data && (
        <ErrorState
          compact
          title="Não deu para carregar a exigência"
          error={error}
          busy={rule.isFetching}
          onRetry={() => void rule.refetch()}
        />
      )}
      {!data && !error && <Skeleton height={42} />}
      {data && (
        <>
          {data.accounts > 0 && (
            <p className="me-enrolled">
              <b className="num">{formatCount(data.enrolled)}</b> de{' '}
              <span className="num">{formatCount(data.accounts)}</span>{' '}
              {data.accounts === 1 ? 'conta já tem' : 'contas já têm'} segundo fator
              <meter min={0} max={data.accounts} value={data.enrolled} />
            </p>
          )}
          <div className="me-acts">
            <Button variant="default" onClick={open}>
              {standing ? 'Mudar o dia' : 'Exigir a partir de um dia'}
            </Button>
            {standing && (
              <Button variant="danger-soft" onClick={() => setAsking('drop')}>
                Deixar de exigir
              </Button>
            )}
          </div>
        </>
      )}
      {asking === 'set' && (
        <AskCode
          title="Exigir segundo fator?"
          yes="Sim, exigir"
          run={(code) => send({ ...(from ? { from } : {}), ...code })}
          onClose={() => setAsking(undefined)}
        >
          <TextField
            label="A partir de"
            type="date"
            hint="Até lá, um aviso aparece em todas as telas de quem ainda não tem."
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        </AskCode>
      )}
      {asking === 'drop' && (
        <AskCode
          title="Deixar de exigir segundo fator?"
          yes="Sim, deixar de exigir"
          danger
          run={(code) => send(code)}
          onClose={() => setAsking(undefined)}
        >
          <p>Quem já configurou continua com o seu; os outros voltam a entrar só com a senha.</p>
        </AskCode>
      )}
    </SettingsCard>
  );
}
