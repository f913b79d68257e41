/** What the new reseller needs to begin: address, login and password, ready to be sent (S-RESELLER-09, -10). */
import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import { openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { Initials } from '../../ui/Initials.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { CredentialRow } from '../../ui/copy/CredentialRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { Created } from './use-create-reseller.ts';

export function CreatedReseller({ created, onClose }: { created: Created; onClose: () => void }) {
  const { answer, password, whatsapp } = created;
  const text = welcomeText(created);
  return (
    <Dialog
      opened
      onClose={onClose}
      width={520}
      lead={<Initials name={answer.username} size={42} />}
      title={answer.message}
      subtitle={effect(created)}
      footer={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Pronto
          </Button>
          <CopyButton size="md" text={text} />
          {whatsapp !== '' && (
            <Button
              size="md"
              variant="whatsapp"
              leftSection={<IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />}
              onClick={() => openWhatsApp(whatsapp, text)}
            >
              Enviar
            </Button>
          )}
        </>
      }
    >
      <div className="created-reseller">
        <CredentialRow label="Usuário" value={answer.username} />
        <CredentialRow label="Senha" value={password} />
        <CopyRow label="Painel" value={answer.panel_url} />
      </div>
      <p className="created-reseller-hint">
        A senha só aparece agora. Depois, em Editar, dá para criar outra.
      </p>
    </Dialog>
  );
}

export function welcomeText({ answer, password }: Created): string {
  return [`Painel: ${answer.panel_url}`, `Usuário: ${answer.username}`, `Senha: ${password}`].join(
    '\n',
  );
}

function effect({ answer: { credits, balance } }: Created): string {
  if (credits === undefined) return 'Conta de administração: entra com acesso a tudo';
  const began = credits === 0 ? 'Começa sem créditos' : `Começa com ${creditsInWords(credits)}`;
  return balance === null || balance === undefined
    ? began
    : `${began} · seu saldo: ${formatCredits(balance)}`;
}
