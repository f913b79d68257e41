/**
 * Proves that the admin has the private key. The server encrypts a random word, and only the holder
 * of the private key can decrypt it.
 */
import { proveBackupKey, viewBackups } from '@ramal/contract/operations/backups';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { DropZone } from '../ui/upload/DropZone.tsx';

interface ProveKeyProps {
  /** The encrypted word: an age file in ASCII armor. */
  readonly challenge: string;
  readonly onClose: () => void;
}

export function ProveKey({ challenge, onClose }: ProveKeyProps) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm(proveBackupKey, {
    initial: { word: '' },
    send: (body) => ({ body }),
    codeFields: { backup_word_wrong: 'word' },
    refresh: [viewBackups],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const read = async (file: File) => {
    setRefusal(undefined);
    try {
      form.change({ word: await readWord(await file.text(), challenge) });
    } catch {
      setRefusal('Este arquivo não tem a outra metade da chave que está salva.');
    }
  };
  return (
    <FormDialog
      form={form}
      title="Comprovar a chave"
      subtitle="Para provar que você tem a chave, abra esta palavra com ela."
      icon={IconKey}
      submitLabel="Comprovar"
      onClose={onClose}
    >
      <DropZone
        label="Escolha o arquivo da chave"
        hint="É lido aqui no navegador e não é enviado."
        accept=".txt,.key,.age"
        onFile={(file) => void read(file)}
      />
      {refusal && (
        <Notice tone="bad" icon={IconKey}>
          {refusal}
        </Notice>
      )}
      <TextField
        label="Palavra"
        mono
        autoComplete="off"
        spellCheck={false}
        hint="Aparece sozinha com o arquivo certo, ou leia com age -d -i."
        {...form.field('word', (typed) => typed.trim())}
      />
      <CopyRow label="Palavra cifrada" value={challenge} shown="para ler com o age" />
    </FormDialog>
  );
}

async function readWord(keyFile: string, challenge: string): Promise<string> {
  const { Decrypter, armor } = await import('age-encryption');
  const identity = keyFile.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity?.trim() ?? '');
  return decrypter.decrypt(armor.decode(challenge), 'text');
}
