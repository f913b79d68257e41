import { IconCloudUp, IconLock, IconShieldCheck } from '@tabler/icons-react';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { storeNames } from './backup-words.ts';
import { type RemoteKind, type RemoteStoreId, RemoteFields, useRemote } from './RemoteFields.tsx';

interface RemoteDialogProps {
  readonly store: RemoteStoreId;
  readonly onClose: () => void;
}

const facts = [
  {
    icon: IconShieldCheck,
    text: 'Antes de salvar, um arquivo é escrito lá, lido de volta e excluído.',
  },
  {
    icon: IconLock,
    text: 'Lá só chega o que já foi cifrado aqui. Uma chave **sem direito de excluir** protege as cópias de quem tomar esta máquina.',
  },
] as const;

const kinds = [
  { value: 's3', label: 'Bucket S3' },
  { value: 'sftp', label: 'SFTP' },
] as const;

export function RemoteDialog({ store, onClose }: RemoteDialogProps) {
  const remote = useRemote({ store, onDone: onClose });
  return (
    <FormDialog
      form={remote.form}
      title={storeNames[store]}
      icon={IconCloudUp}
      facts={facts}
      submitLabel="Comprovar e salvar"
      wideSubmit
      onClose={onClose}
    >
      <Segmented
        label="Tipo de lugar"
        wide
        value={remote.kind}
        options={kinds}
        onChange={(value) => remote.setKind(value as RemoteKind)}
      />
      <RemoteFields remote={remote} />
    </FormDialog>
  );
}
