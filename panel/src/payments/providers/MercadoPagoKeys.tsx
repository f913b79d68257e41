/** Keys of Mercado Pago. A change always replaces all keys (S-RECHARGE-04, -07, -08, -11, -14). */
import { Text } from '@mantine/core';
import { getPaymentProviders } from '@ramal/contract/payments/payment-providers';
import { getPaymentKeys, savePaymentKeys } from '@ramal/contract/payments/recharges';
import { IconBuildingBank } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import { createRefusalAlert } from '../../ui/form/form-errors.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';

const none = { mercadoPagoPublicKey: '', mercadoPagoAccessToken: '', webhookSecret: '' };
const apiWords = { payments: 'API Payments', orders: 'API Orders' } as const;

export function MercadoPagoKeys({ onClose }: { onClose: () => void }) {
  const keys = useCall(getPaymentKeys, {}).data;
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
    refresh: [getPaymentKeys, getPaymentProviders],
    success: ({ message, finding }) => ({ title: message, ...(finding ? { text: finding } : {}) }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Chaves do Mercado Pago"
      subtitle={keys?.api && apiWords[keys.api]}
      icon={IconBuildingBank}
      width={480}
      submitLabel="Alterar Chaves"
      onClose={onClose}
    >
      {keys?.configured && (
        <Text c="var(--ink-2)" fz="control">
          Já configuradas. Para trocar, digite as duas. {keys.finding}
        </Text>
      )}
      <TextField
        label="Chave pública"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="APP_USR-…"
        {...form.field('mercadoPagoPublicKey', (typed) => typed.trim())}
      />
      <PasswordField
        label="Chave privada"
        autoComplete="off"
        placeholder="APP_USR-…"
        {...form.field('mercadoPagoAccessToken', (typed) => typed.trim())}
      />
      <PasswordField
        label="Assinatura secreta dos avisos"
        optional
        autoComplete="off"
        hint="No painel do Mercado Pago, em Webhooks. Sem ela os avisos não são aceitos, e a conferência acha os pagamentos."
        {...form.field('webhookSecret', (typed) => typed.trim())}
      />
      {keys && <CopyRow label="Endereço de avisos" value={keys.noticeUrl} wrap="below" />}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
