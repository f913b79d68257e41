/**
 * Keys of the payment provider, and their state from saved to tested (S-RECHARGE-04, -07, -08, -11,
 * -14).
 */
import { Button, Group, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getPaymentKeys, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { PasswordField, TextField } from '../ui/form/fields/fields.tsx';
import { createRefusalAlert } from '../ui/form/form-errors.ts';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { CopyButton } from '../ui/copy/CopyButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import cardClasses from './card-form.module.css';
import classes from './KeysCard.module.css';
import { PaymentCard } from './PaymentCard.tsx';
import { TestPayment } from './TestPayment.tsx';

type Keys = ResponseOf<typeof getPaymentKeys>;

const apiWords = { payments: 'API Payments', orders: 'API Orders' } as const;

export function KeysCard() {
  const keys = useCall(getPaymentKeys, {});
  const { data } = keys;
  return (
    <PaymentCard
      title="Chaves do Mercado Pago"
      aside={data?.api && apiWords[data.api]}
      note={data && noteOf(data)}
    >
      <Loaded query={keys} failed="Erro ao obter informações das chaves." compact height={120}>
        {(data) => <KeysForm keys={data} />}
      </Loaded>
    </PaymentCard>
  );
}

function noteOf({ configured, testPayments: isTest }: Keys): string {
  if (configured) return 'Já configuradas. Para trocar, digite as duas.';
  return isTest
    ? 'Sem chaves, o painel fica em modo de teste: nada é cobrado.'
    : 'Pagamentos não configurados: sem as chaves, o portal não oferece pagamento.';
}

const none = {
  mercadoPagoPublicKey: '',
  mercadoPagoAccessToken: '',
  webhookSecret: '',
};

function KeysForm({ keys }: { keys: Keys }) {
  const code = useFreshCode();
  const form = useForm(savePaymentKeys, {
    initial: none,
    secrets: ['mercadoPagoAccessToken', 'webhookSecret'],
    send: (body) => ({ body }),
    freshCode: () => code,
    // Titles for a rejected change and for an internal error (M-66, M-67).
    alertFor: createRefusalAlert(
      'Erro ao alterar as chaves do Mercado Pago.',
      'Ocorreu um erro ao Alterar Chaves.',
    ),
    refresh: [getPaymentKeys],
    success: ({ message, finding }) => ({ title: message, ...(finding ? { text: finding } : {}) }),
  });
  const shown = keys.mercadoPagoPublicKey;
  return (
    <InlineForm form={form} gap="lg" flex={1} className={cardClasses.root}>
      <div className={cardClasses.pair}>
        <TextField
          label="Chave pública"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder={shown ? `${shown.slice(0, 13)}…` : 'APP_USR-…'}
          {...form.field('mercadoPagoPublicKey', (typed) => typed.trim())}
        />
        <PasswordField
          label="Chave privada"
          autoComplete="off"
          placeholder={keys.mercadoPagoAccessToken ?? 'APP_USR-…'}
          {...form.field('mercadoPagoAccessToken', (typed) => typed.trim())}
        />
      </div>
      {form.changed && (
        <>
          <PasswordField
            label="Assinatura secreta dos avisos"
            optional
            autoComplete="off"
            hint="No painel do Mercado Pago, em Webhooks. Sem ela os avisos não são aceitos, e a conferência acha os pagamentos."
            {...form.field('webhookSecret', (typed) => typed.trim())}
          />
          <FreshCode code={code} disabled={form.busy} />
        </>
      )}
      <KeyState keys={keys} />
      <Group gap="sm" mt="auto" className={cardClasses.acts}>
        <Button type="submit" size="md" variant="default" loading={form.busy}>
          Alterar Chaves
        </Button>
        {(keys.configured || keys.testPayments) && <TestPayment />}
      </Group>
    </InlineForm>
  );
}

const at = (seconds: number): string => formatDateTime(new Date(seconds * 1000));

function KeyState({ keys }: { keys: Keys }) {
  if (!keys.configured) return null;
  const { lastNoticeAt: noticed, provenAt: proven } = keys;
  return (
    <Stack gap="sm" c="dimmed" fz="control" lh="var(--leading-body)" className={classes.root}>
      {keys.finding && <p>{keys.finding}</p>}
      <p data-warn={noticed === null || undefined}>
        {noticed === null ? (
          <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
        ) : (
          <IconCircleCheck size={17} stroke={1.75} aria-hidden />
        )}
        {noticed === null ? 'Nunca chegou aviso.' : `Último aviso em ${at(noticed)}.`}
        {proven !== null && ` Provadas em ${at(proven)}.`}
      </p>
      <Stack gap="xs" align="flex-start" className={classes.address}>
        <span>Endereço de avisos</span>
        <code className="mono">{keys.noticeUrl}</code>
        <CopyButton text={keys.noticeUrl} label="Copiar endereço" />
      </Stack>
    </Stack>
  );
}
