/**
 * Data that the new reseller needs to start: address, login and password, ready to be sent
 * (S-RESELLER-09, -10).
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconBrandWhatsapp, IconCoin } from '@tabler/icons-react';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import { openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { CredentialRow } from '../../ui/copy/CredentialRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { CreatedAccount } from './use-create-form.ts';

export function CreatedReseller({
  created,
  onClose,
}: {
  created: CreatedAccount;
  onClose: () => void;
}) {
  const { answer, password, whatsapp } = created;
  const text = welcomeText(created);
  return (
    <Dialog
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
          {whatsapp !== undefined && (
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
      <Stack gap="sm">
        <CredentialRow label="Usuário" value={answer.username} />
        <CredentialRow label="Senha" value={password} />
        <CopyRow label="Painel" value={answer.panelUrl} />
      </Stack>
      <Group gap="sm">
        <LinkButton
          variant="default"
          to="/list-resellers"
          search={{ searchID: answer.id }}
          leftSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
        >
          Ver revenda
        </LinkButton>
        {answer.credits !== undefined && (
          <LinkButton
            variant="default"
            to="/list-resellers"
            search={{ searchID: answer.id, dialog: 'credit', reseller: answer.id }}
            leftSection={<IconCoin size={16} stroke={1.75} aria-hidden />}
          >
            Setar Crédito
          </LinkButton>
        )}
      </Group>
      <Text fz="control" c="dimmed">
        A senha só aparece agora. Depois, em Editar, dá para criar outra.
      </Text>
    </Dialog>
  );
}

function welcomeText({ answer, password }: CreatedAccount): string {
  return [`Painel: ${answer.panelUrl}`, `Usuário: ${answer.username}`, `Senha: ${password}`].join(
    '\n',
  );
}

function effect({ answer: { credits, balance } }: CreatedAccount): string {
  if (credits === undefined) return 'Conta de administração: entra com acesso a tudo';
  const began = credits === 0 ? 'Começa sem créditos' : `Começa com ${creditsInWords(credits)}`;
  return balance === null || balance === undefined
    ? began
    : `${began} · seu saldo: ${formatCredits(balance)}`;
}
