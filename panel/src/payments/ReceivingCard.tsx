/** Link to «Recebimento», which contains the keys of the providers. */
import { Group } from '@mantine/core';
import { getPaymentKeys } from '@ramal/contract/payments/recharges';
import { IconBuildingBank } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import cardClasses from './card-form.module.css';
import { PaymentCard } from './PaymentCard.tsx';
import { TestPayment } from './TestPayment.tsx';

export function ReceivingCard() {
  const keys = useCall(getPaymentKeys, {});
  return (
    <PaymentCard
      title="Recebimento"
      note="Chaves dos provedores, o que foi comprovado, e quem faz o Pix, o cartão e o Pix Automático."
    >
      <Loaded query={keys} failed="Erro ao obter informações das chaves." compact height={42}>
        {({ configured, testPayments }) => (
          <Group gap="sm" mt="auto" className={cardClasses.acts}>
            <LinkButton
              to="/payment-providers"
              size="md"
              variant="default"
              leftSection={<IconBuildingBank size={17} stroke={1.75} aria-hidden />}
            >
              Chaves do Mercado Pago
            </LinkButton>
            {(configured || testPayments) && <TestPayment />}
          </Group>
        )}
      </Loaded>
    </PaymentCard>
  );
}
