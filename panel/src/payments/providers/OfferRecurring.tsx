import { getPaymentProviders, savePaymentUses } from '@ramal/contract/payments/payment-providers';
import { IconRepeat, IconRepeatOff, IconUsers } from '@tabler/icons-react';
import { pluralize } from '../../foundation/numbers.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';

interface OfferRecurringProps {
  offer: boolean;
  /** Number of active authorizations. They continue even if recurring Pix is no longer offered. */
  active: number;
  onClose: () => void;
}

/** Confirms that customers are offered recurring Pix, or that the offer ends. */
export function OfferRecurring({ offer, active, onClose }: OfferRecurringProps) {
  const code = useFreshCode();
  const form = useForm(savePaymentUses, {
    initial: {},
    send: () => ({ body: { offerRecurring: offer } }),
    freshCode: () => code,
    refresh: [getPaymentProviders],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={offer ? 'Oferecer renovar sozinho?' : 'Parar de oferecer?'}
      icon={offer ? IconRepeat : IconRepeatOff}
      width={460}
      submitLabel={offer ? 'Sim, oferecer' : 'Sim, parar'}
      cancelLabel="Não"
      facts={
        offer
          ? [
              {
                icon: IconUsers,
                text: 'No portal, o cliente escolhe: renovar sozinho todo mês, ou pagar só desta vez.',
              },
            ]
          : [{ icon: IconUsers, text: remainText(active) }]
      }
      onClose={onClose}
    >
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

const remainText = (active: number): string =>
  active === 0
    ? 'Nenhum cliente renova sozinho agora.'
    : `${active === 1 ? 'A' : 'As'} ${pluralize(active, 'autorização continua', 'autorizações continuam')} até cada cliente ou você encerrar.`;
