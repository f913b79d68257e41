/**
 * Saves the public key of a key pair. The browser creates the pair and downloads the private key as
 * a file, or the admin enters an existing public key.
 */
import { Button } from '@mantine/core';
import { saveBackupKey, viewBackups } from '@ramal/contract/operations/backups';
import { IconKey, IconLock, IconUsb } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadBlob } from '../foundation/api/download.ts';
import { dayFromNow } from '../foundation/dates.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { signatureLine } from './backup-words.ts';

interface BackupKeyProps {
  /** Public key of the installation's signature, written into the key file. */
  readonly signatureKey: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const facts = [
  { icon: IconLock, text: 'A chave pública fica aqui e só cifra as cópias.' },
  {
    icon: IconUsb,
    text: 'A outra metade, que as abre, é o arquivo que você guarda **fora desta máquina**. Sem ela as cópias não servem a ninguém.',
  },
] as const;

export function BackupKey({ signatureKey, onClose, onSaved }: BackupKeyProps) {
  const code = useFreshCode();
  const alert = useAlertDialog();
  const [isCreated, setCreated] = useState(false);
  const form = useForm(saveBackupKey, {
    initial: { recipient: '' },
    send: (body) => ({ body }),
    freshCode: () => code,
    refresh: [viewBackups],
    success: () => ({ title: 'Chave salva', text: 'Falta comprovar a outra metade.' }),
    onDone: onSaved,
  });
  const make = async () => {
    try {
      form.change({ recipient: await makePair(signatureKey) });
      setCreated(true);
    } catch {
      await alert({
        title: 'Este navegador não cria chaves',
        text: 'Crie uma com age-keygen e cole aqui a chave pública. «Como restaurar» mostra a linha da assinatura, que vai no arquivo.',
      });
    }
  };
  return (
    <FormDialog
      form={form}
      title="Chave dos backups"
      icon={IconKey}
      facts={facts}
      submitLabel="Salvar chave"
      onClose={onClose}
    >
      <Button variant="default" size="md" onClick={() => void make()}>
        {isCreated ? 'Criar outra e baixar' : 'Criar uma chave e baixar o arquivo'}
      </Button>
      <TextField
        label="Chave pública"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="age1…"
        hint={
          isCreated
            ? 'O arquivo da outra metade foi baixado. Guarde-o em dois lugares antes de salvar.'
            : 'Ou cole a sua, feita com age-keygen; acrescente ao arquivo a linha da assinatura, em «Como restaurar».'
        }
        {...form.field('recipient', (typed) => typed.trim())}
      />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

/**
 * Creates the pair in the browser and returns the public key. The private key leaves the browser
 * only as the downloaded file.
 */
async function makePair(signatureKey: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const day = dayFromNow(0);
  const text = `# Ramal, chave dos backups\n# created: ${day}\n# public key: ${recipient}\n${signatureLine(signatureKey)}\n${identity}\n`;
  downloadBlob(new Blob([text], { type: 'text/plain' }), `ramal-chave-${day}.txt`);
  return recipient;
}
