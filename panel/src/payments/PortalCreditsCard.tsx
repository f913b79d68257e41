/** Credits that the portal may spend (S-RECHARGE-05, -09, -12, -13, -15). */
import { Button, Group, Text } from '@mantine/core';
import {
  creditPortal,
  getPortalCredits,
  returnPortalCredits,
} from '@ramal/contract/payments/recharges';
import { getProfile } from '@ramal/contract/sessions';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { typedWhole } from '../foundation/amounts.ts';
import { creditsInWords, formatCredits } from '../foundation/numbers.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { createRefusalAlert } from '../ui/form/form-errors.ts';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { rich } from '../ui/rich-text.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import cardClasses from './card-form.module.css';
import { PaymentCard } from './PaymentCard.tsx';
import classes from './PortalCreditsCard.module.css';

interface Wallets {
  readonly id: number;
  readonly credits: number;
  readonly portal: number;
}

const changed = [getPortalCredits, getProfile];

export function PortalCreditsCard() {
  const query = useCall(getPortalCredits, {});

  return (
    <PaymentCard first title="Ativar Recarga De Créditos Pelo Portal">
      <Loaded query={query} failed="Erro ao obter informações de créditos." compact height={120}>
        {(data) => (
          <PortalCreditsForm
            wallets={{ id: data.id, credits: data.credits ?? 0, portal: data.portalCredits ?? 0 }}
          />
        )}
      </Loaded>
    </PaymentCard>
  );
}

function PortalCreditsForm({ wallets }: { wallets: Wallets }) {
  const [returning, setReturning] = useState(false);
  const available = Math.floor(wallets.credits);
  const form = useForm(creditPortal, {
    initial: { qtdCreditos: '' },
    send: ({ qtdCreditos }) => ({ body: { idRes: wallets.id, qtdCreditos } }),
    validate: ({ qtdCreditos }) =>
      Number(qtdCreditos) > available
        ? {
            qtdCreditos:
              'Os créditos para recarga não podem exceder o total de créditos disponíveis.',
          }
        : {},
    confirm: ({ qtdCreditos }) => ({
      title: `Creditar ${creditsInWords(Number(qtdCreditos))} para o portal?`,
      icon: IconCoins,
      facts: [
        {
          icon: IconCoins,
          text: rich`O seu saldo fica com **${creditsInWords(wallets.credits - Number(qtdCreditos))}**; o que sobrar lá pode voltar, em Devolver Créditos.`,
        },
      ],
      confirmLabel: 'Sim, creditar',
    }),
    // Titles for a rejected transfer and for an internal error (M-62, M-63).
    alertFor: createRefusalAlert(
      'Erro ao transferir os créditos.',
      'Ocorreu um erro ao creditar os créditos.',
    ),
    refresh: changed,
    success: ({ message, portalCredits }) => ({
      title: message,
      text: `${creditsInWords(portalCredits ?? 0)} no portal`,
    }),
  });
  return (
    <>
      <Text c="dimmed" fz="phone" className={classes.total}>
        <b className="num">{formatCredits(wallets.portal)}</b>{' '}
        {wallets.portal === 1 ? 'crédito no portal' : 'créditos no portal'}
      </Text>
      <InlineForm form={form} gap="lg" flex={1} className={cardClasses.root}>
        <TextField
          label="Créditos para Recarga"
          aside={`de ${formatCredits(available)} disponíveis`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          {...form.field('qtdCreditos', typedWhole)}
        />
        <Group gap="sm" mt="auto" className={cardClasses.acts}>
          <Button type="submit" size="md" loading={form.busy}>
            Creditar para Portal
          </Button>
          <Button
            size="md"
            variant="default"
            disabled={wallets.portal < 1}
            onClick={() => setReturning(true)}
          >
            Devolver Créditos
          </Button>
        </Group>
      </InlineForm>
      {returning && <ReturnCredits wallets={wallets} onClose={() => setReturning(false)} />}
    </>
  );
}

function ReturnCredits({ wallets, onClose }: { wallets: Wallets; onClose: () => void }) {
  const form = useForm(returnPortalCredits, {
    initial: { qtdCreditos: '' },
    send: ({ qtdCreditos }) => ({ body: { idRes: wallets.id, qtdCreditos } }),
    validate: ({ qtdCreditos }) =>
      Number(qtdCreditos) > wallets.portal
        ? {
            qtdCreditos:
              'Os créditos para devolução não podem exceder o total de créditos no portal.',
          }
        : {},
    // Titles for a rejected return and for an internal error (M-64, M-65).
    alertFor: createRefusalAlert(
      'Erro ao devolver os créditos.',
      'Ocorreu um erro ao devolver os créditos.',
    ),
    refresh: changed,
    success: ({ message, credits }) => ({
      title: message,
      text: `Sua conta tem ${creditsInWords(credits ?? 0)}`,
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Devolver Créditos"
      width={460}
      submitLabel="Devolver Créditos"
      hint="Renovações já pagas que esperam crédito usam primeiro o que está no portal."
      onClose={onClose}
    >
      <TextField
        label="Créditos para devolver"
        aside={`${formatCredits(wallets.portal)} no portal`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.field('qtdCreditos', typedWhole)}
      />
    </FormDialog>
  );
}
