/** Band above every page after a restore, until an admin releases the panel. */
import { Box } from '@mantine/core';
import type { Quarantine } from '@ramal/contract/sessions';
import { IconLock } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';

interface QuarantineBandProps {
  readonly quarantine: Quarantine;
  readonly isAdmin: boolean;
}

export const QuarantineBand = ({ quarantine, isAdmin }: QuarantineBandProps) => (
  <Box mb="2xl">
    <Notice
      tone="warn"
      icon={IconLock}
      title="Painel em quarentena."
      action={
        isAdmin && (
          <LinkButton size="xs" variant="default" to="/quarantine">
            Ver e liberar
          </LinkButton>
        )
      }
    >
      Os dados são de {quarantine.dataOf}. Mensagens, pagamentos, chaves de API, compras e trocas de
      DNS estão parados.
    </Notice>
  </Box>
);
