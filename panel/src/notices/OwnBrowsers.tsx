/**
 * «Avisos neste aparelho»: switch for the notices in this browser, and a list of the account's
 * other browsers.
 */
import { Button, Skeleton, Switch, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getOwnPush, turnOffPush } from '@ramal/contract/notices/push';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useSession } from '../foundation/api/session.ts';
import { formatDate } from '../foundation/dates.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import {
  findThisBrowser,
  type PushAbility,
  pushAbility,
  disablePush,
  enablePush,
} from './this-browser.ts';
import { NoticeRow } from './NoticeRow.tsx';

const labels: Readonly<Record<PushAbility, string>> = {
  able: 'Os avisos aparecem na tela mesmo com o painel fechado: só o título, nada do texto.',
  denied:
    'O navegador bloqueou os avisos deste site. Libere-os nas permissões do site, no cadeado ao lado do endereço, e volte aqui.',
  'install-first':
    'No iPhone e no iPad, instale o painel primeiro: Compartilhar e depois «Adicionar à Tela de Início». Abra-o por lá e ligue os avisos aqui.',
  unable: 'Este navegador não mostra avisos com o painel fechado.',
};

export function OwnBrowsers() {
  const userId = useSession()?.userId ?? 0;
  const [ability, setAbility] = useState(pushAbility);
  const browsers = useCall(getOwnPush, {});
  const here = useQuery({
    queryKey: [HERE, userId],
    queryFn: () => findThisBrowser(userId),
    enabled: ability === 'able',
  });
  const refresh = () => Promise.all([browsers.refetch(), here.refetch()]);
  const id = here.data ?? null;
  const isKnown = browsers.data && (ability !== 'able' || here.data !== undefined);
  return (
    <TitledCard padded title="Avisos neste aparelho" text={labels[ability]}>
      {isKnown ? (
        <>
          {ability === 'able' && (
            <ThisBrowser
              id={id}
              userId={userId}
              onChanged={() => {
                setAbility(pushAbility());
                return refresh();
              }}
            />
          )}
          <Others
            browsers={browsers.data.browsers.filter((browser) => browser.id !== id)}
            isMore={id !== null}
          />
        </>
      ) : (
        <Skeleton height={40} radius={8} />
      )}
    </TitledCard>
  );
}

const HERE = 'this-browser';

interface ThisBrowserProps {
  readonly id: number | null;
  readonly userId: number;
  readonly onChanged: () => Promise<unknown>;
}

function ThisBrowser({ id, userId, onChanged }: ThisBrowserProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const toast = useToast();
  const showFailure = useFailureAlert();
  const change = async (on: boolean) => {
    setBusy(true);
    try {
      if (on) {
        const outcome = await enablePush(userId);
        if (outcome === 'on') toast({ title: 'Avisos ligados neste aparelho' });
        setFailed(outcome === 'failed');
      } else await disablePush(id);
      await onChanged();
    } catch (error) {
      await showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Switch
        label="Mostrar avisos neste aparelho"
        checked={id !== null}
        disabled={busy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {failed && (
        <Text c="var(--bad)" fz="note" role="alert">
          O navegador não conseguiu se inscrever no serviço de avisos dele.
        </Text>
      )}
    </>
  );
}

type Browser = ResponseOf<typeof getOwnPush>['browsers'][number];

function Others({ browsers, isMore }: { browsers: readonly Browser[]; isMore: boolean }) {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const remove = useAction(turnOffPush, {
    refresh: [getOwnPush],
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => void showFailure(error),
  });
  if (browsers.length === 0) return null;
  return (
    <ul aria-label={isMore ? 'Outros aparelhos' : 'Aparelhos com avisos'}>
      {browsers.map(({ id, device, lastUsedAtTimestamp: usedAt }) => (
        <NoticeRow
          key={id}
          title={device}
          aside={
            <Button
              variant="default"
              loading={remove.isPending && remove.variables?.params.id === id}
              aria-label={`Desligar os avisos em ${device}`}
              onClick={() => remove.mutate({ params: { id } })}
            >
              Desligar
            </Button>
          }
        >
          <span>Usado em {formatDate(new Date(usedAt * 1_000))}</span>
        </NoticeRow>
      ))}
    </ul>
  );
}
