/** A band over every page from a restore until an admin releases the panel. */
import { Button } from '@mantine/core';
import { type Quarantine, releaseQuarantine } from '@ramal/contract/operations/quarantine';
import { getProfile } from '@ramal/contract/sessions';
import { IconCreditCard, IconLock, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useAction } from '../foundation/api/query.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import classes from './QuarantineBand.module.css';

export interface QuarantineBandProps {
  readonly quarantine: Quarantine;
  readonly isAdmin: boolean;
}

export function QuarantineBand({ quarantine, isAdmin }: QuarantineBandProps) {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const release = useAction(releaseQuarantine, {
    refresh: [getProfile],
    onSuccess: ({ message }) => toast({ title: message }),
  });
  const { restored_at: restoredAt, data_of: dataOf } = quarantine;
  return (
    <div className={classes.root}>
      <Notice
        tone="warn"
        icon={IconLock}
        title="Painel em quarentena."
        action={
          isAdmin && (
            <span className={classes.acts}>
              <LinkButton size="xs" variant="default" to="/quarantine">
                Ver o que houve
              </LinkButton>
              <Button size="xs" variant="default" onClick={() => setAsking(true)}>
                Liberar o painel
              </Button>
            </span>
          )
        }
      >
        Os dados são de {dataOf}. Pagamentos, compras e trocas de DNS estão parados.
      </Notice>
      {isAsking && (
        <CodeDialog
          title="Liberar o painel?"
          subtitle={`Restaurado em ${restoredAt}, não sabe o que houve depois de ${dataOf}.`}
          icon={IconLock}
          facts={[
            {
              icon: IconCreditCard,
              tone: 'warn',
              text: 'Antes, confira com o provedor **os pagamentos** recebidos desde então, e renove à mão o que já foi pago.',
            },
            {
              icon: IconRoute,
              tone: 'warn',
              text: 'Confira **os DNS** comprados ou movidos desde então no registrador.',
            },
          ]}
          submitLabel="Sim, liberar"
          run={(proof) => release.mutateAsync({ body: proof })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
