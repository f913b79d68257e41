/** Amber notices above the cards: reasons why nobody can subscribe now. */
import { Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import type { StorefrontState } from './storefront-values.ts';

export function StorefrontNotices({ state }: { state: StorefrontState }) {
  const needsCredits = state.takesPayments && state.portalHundredths <= 0;
  if (state.takesPayments && !needsCredits) return null;
  return (
    <Stack gap="md" mb="2xl">
      {!state.takesPayments && (
        <Notice
          tone="warn"
          icon={IconAlertTriangle}
          title="Sem chave do Mercado Pago ninguém assina."
          action={
            <LinkButton variant="link" to="/payment-providers">
              Configurar
            </LinkButton>
          }
        />
      )}
      {needsCredits && (
        <Notice
          tone="warn"
          icon={IconAlertTriangle}
          title="Sem créditos no portal ninguém assina."
          action={
            <LinkButton variant="link" to="/recharge-portal">
              Creditar
            </LinkButton>
          }
        />
      )}
    </Stack>
  );
}
