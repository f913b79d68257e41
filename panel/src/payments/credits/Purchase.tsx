/** A pending purchase: the amount to pay and the result. The screen polls the status. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getDashboard } from '@ramal/contract/dashboard';
import { ACCOUNT_DELETED, getTopUp } from '@ramal/contract/payments/top-ups';
import { getProfile } from '@ramal/contract/sessions';
import { IconCircleCheck, IconClockHour4, IconFlask2, IconMoodSad } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTime } from '../../foundation/dates.ts';
import { queryKey, useCall } from '../../foundation/api/query.ts';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { FootBar } from '../../ui/layout/FootBar.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { QrCode } from '../../ui/receipt/QrCode.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import classes from './Purchase.module.css';

type TopUp = ResponseOf<typeof getTopUp>;

/**
 * Polling interval in ms. The server requests the status from the provider at most every 3 seconds.
 */
const ASK_EVERY_MS = 3_500;

const isOpen = ({ state }: TopUp): boolean => state === 'pending' || state === 'paid';

function usePurchase(reference: string) {
  const [waits, setWaits] = useState(true);
  const client = useQueryClient();
  const purchase = useCall(
    getTopUp,
    { params: { reference } },
    waits ? { refreshEveryMs: ASK_EVERY_MS } : {},
  );
  const { data } = purchase;
  useEffect(() => {
    if (!data || isOpen(data)) return;
    setWaits(false);
    for (const stale of [getProfile, getDashboard])
      void client.invalidateQueries({ queryKey: queryKey(stale) });
  }, [client, data]);
  return purchase;
}

interface PurchaseProps {
  reference: string;
  onAgain: () => void;
}

export function Purchase({ reference, onAgain }: PurchaseProps) {
  const purchase = usePurchase(reference);
  return (
    <Loaded
      query={purchase}
      failed="Não deu para ver esta compra"
      waiting={<Loader aria-label="Carregando" />}
    >
      {(data) =>
        data.state === 'pending' ? (
          <ToPay topUp={data} onAgain={onAgain} />
        ) : (
          <Outcome topUp={data} onAgain={onAgain} />
        )
      }
    </Loaded>
  );
}

interface PartProps {
  topUp: TopUp;
  onAgain: () => void;
}

/** Amount, code and QR code in the order of the payment page of the portal. */
function ToPay({ topUp, onAgain }: PartProps) {
  const { pixCode: code, checkoutUrl: checkout } = topUp;
  return (
    <Stack gap="xl" className={classes.root}>
      {topUp.sandbox && (
        <Notice tone="accent" icon={IconFlask2} title="Modo de teste: nada é cobrado.">
          {topUp.seller} confirma o pagamento em Recargas.
        </Notice>
      )}
      <Panel className={classes.pay}>
        <Text component="h2" inherit fz="var(--text-figure)" lh="var(--leading-figure)" fw={600}>
          {formatMoney(topUp.value)}
        </Text>
        <Text inherit c="var(--ink-2)">
          {creditsInWords(topUp.credits)}, quem recebe é {topUp.seller}
        </Text>
        {code && <QrCode text={code} size={188} />}
        <Text inherit>
          {code ? 'O código vale' : 'Dá para pagar'} até{' '}
          <b className="num">{formatTime(new Date(topUp.expiresAt * 1000))}</b>
        </Text>
      </Panel>
      {code && (
        <Panel p="xl">
          <Text component="h3" inherit fw={500}>
            Pix copia e cola
          </Text>
          <Text
            component="code"
            inherit
            display="block"
            truncate
            my="sm"
            c="var(--ink-2)"
            className="mono"
          >
            {code}
          </Text>
          <CopyButton main text={code} label="Copiar código Pix" size="lg" fullWidth />
        </Panel>
      )}
      {checkout && (
        <Button component="a" href={checkout} size="lg" fullWidth>
          Pagar com cartão no Mercado Pago
        </Button>
      )}
      <Text inherit c="var(--ink-2)">
        {code && 'No app do seu banco, escolha Pix copia e cola. '}
        Esta tela muda sozinha quando o pagamento cair.
      </Text>
      <Button variant="subtle" size="md" onClick={onAgain}>
        Comprar outra quantidade
      </Button>
      <FootBar>
        <Group gap="md" role="status">
          <Loader size={18} aria-hidden /> Esperando o pagamento
        </Group>
      </FootBar>
    </Stack>
  );
}

const outcomes = {
  paid: { icon: IconClockHour4, tone: 'plain' },
  settled: { icon: IconCircleCheck, tone: 'ok' },
  cancelled: { icon: IconMoodSad, tone: 'bad' },
  reversed: { icon: IconMoodSad, tone: 'bad' },
} as const;

function Outcome({ topUp, onAgain }: PartProps) {
  const { icon, tone } = outcomes[topUp.state as keyof typeof outcomes];
  return (
    <EmptyState
      icon={icon}
      tone={tone}
      {...wordsOf(topUp)}
      actions={
        <>
          <Button variant="default" size="md" onClick={onAgain}>
            {topUp.state === 'cancelled' ? 'Começar de novo' : 'Comprar mais'}
          </Button>
          <LinkButton size="md" to="/dashboard">
            Ir para o início
          </LinkButton>
        </>
      }
    />
  );
}

function wordsOf({ state, reason, credits, bonus, seller }: TopUp): {
  title: string;
  text: string;
} {
  const bought = creditsInWords(credits + bonus);
  if (state === 'settled') return { title: `${bought} na conta`, text: 'Já dá para usar.' };
  if (state === 'paid' && reason === ACCOUNT_DELETED)
    return {
      title: 'Pagamento recebido, sem quem entregue',
      text: `A conta de ${seller} foi excluída antes de entregar. Peça o valor de volta à administração.`,
    };
  if (state === 'paid')
    return {
      title: 'Pagamento recebido',
      text: `${seller} não tem créditos bastantes agora. Os seus ${bought} caem sozinhos, sem pagar de novo.`,
    };
  const title = state === 'reversed' ? 'O dinheiro voltou' : 'O pagamento não aconteceu';
  return { title, text: reason ?? 'O pedido foi cancelado.' };
}
