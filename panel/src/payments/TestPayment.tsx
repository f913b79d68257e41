/** A test payment of one real, which confirms that the saved keys work. */
import { Button, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { createTestPayment } from '@ramal/contract/payments/charges';
import { getPaymentKeys, listRecharges } from '@ramal/contract/payments/recharges';
import { IconFlask2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { formatMoney } from '../foundation/numbers.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { QrCode } from '../ui/receipt/QrCode.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { SandboxDialog } from './recharges/SandboxDialog.tsx';

type Payment = ResponseOf<typeof createTestPayment>;

export function TestPayment({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const [payment, setPayment] = useState<Payment>();
  const showFailure = useFailureAlert();
  const create = useAction(createTestPayment, {
    refresh: [listRecharges, getPaymentKeys],
    onSuccess: setPayment,
    onError: (failure) => void showFailure(failure),
  });
  const close = () => setPayment(undefined);
  return (
    <>
      <Button
        size={size}
        variant="subtle"
        loading={create.isPending}
        leftSection={<IconFlask2 size={17} stroke={1.75} aria-hidden />}
        onClick={() => create.mutate({ body: {} })}
      >
        Testar com R$ 1,00
      </Button>
      {payment?.sandbox && <SandboxDialog id={payment.id} onClose={close} />}
      {payment && !payment.sandbox && (
        <Dialog
          onClose={close}
          width={420}
          title={`Pix de ${formatMoney(payment.value)}`}
          subtitle="Pague com o seu banco: quando cair, as chaves estão provadas."
        >
          <Stack gap="lg" align="center">
            {payment.pixCode && <QrCode text={payment.pixCode} size={220} />}
            {payment.pixCode && <CopyRow label="Pix" value={payment.pixCode} wrap="below" />}
          </Stack>
        </Dialog>
      )}
    </>
  );
}
