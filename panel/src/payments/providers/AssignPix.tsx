import {
  getPaymentProviders,
  type ProviderName,
  savePaymentUses,
} from '@ramal/contract/payments/payment-providers';
import { IconQrcode } from '@tabler/icons-react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import { providerNames } from './provider-words.ts';

interface AssignPixProps {
  provider: ProviderName;
  onClose: () => void;
}

/** Confirms that another provider will receive the single Pix payments. */
export function AssignPix({ provider, onClose }: AssignPixProps) {
  const code = useFreshCode();
  const form = useForm(savePaymentUses, {
    initial: {},
    send: () => ({ body: { pix: provider } }),
    freshCode: () => code,
    refresh: [getPaymentProviders],
    success: ({ message }) => ({ title: message, text: providerNames[provider] }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Pix na hora pelo ${providerNames[provider]}?`}
      icon={IconQrcode}
      width={460}
      submitLabel="Sim, trocar"
      cancelLabel="Não"
      facts={[
        {
          icon: IconQrcode,
          text: rich`Os próximos códigos saem pelo **${providerNames[provider]}**. Os que já saíram continuam valendo.`,
        },
      ]}
      onClose={onClose}
    >
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
