/**
 * Shows ten recovery codes for the case that the phone is lost. The codes are shown only once, so
 * the user must store them. Only the button closes the dialog.
 */
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconLifebuoy } from '@tabler/icons-react';
import { downloadBlob } from '../foundation/api/download.ts';
import { CopyButton } from '../ui/copy/CopyButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Facts } from '../ui/dialogs/Facts.tsx';
import classes from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  onClose: () => void;
}

export function RecoveryCodes({ codes, username, onClose }: RecoveryCodesProps) {
  const text = [
    `Códigos de recuperação de ${username}. Cada um vale uma vez.`,
    '',
    ...codes,
    '',
  ].join('\r\n');
  return (
    <Dialog
      closedByButton
      onClose={onClose}
      width={460}
      title="Guarde seus códigos de recuperação"
      icon={IconLifebuoy}
      closeLabel="Guardei os códigos"
    >
      <Facts
        facts={[
          {
            icon: IconAlertTriangle,
            tone: 'warn',
            text: (
              <>
                Eles <b>só aparecem agora</b>. Sem o celular e sem eles, só a administração recupera
                a sua conta.
              </>
            ),
          },
        ]}
      />
      <ol className={`${classes.root} mono`} data-recovery-codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton text={codes.join('\n')} label="Copiar todos" />
        <Button
          variant="default"
          leftSection={<IconDownload size={17} stroke={1.75} aria-hidden />}
          onClick={() =>
            downloadBlob(
              new Blob([text], { type: 'text/plain;charset=utf-8' }),
              `codigos-${username}.txt`,
            )
          }
        >
          Baixar
        </Button>
      </Group>
    </Dialog>
  );
}
