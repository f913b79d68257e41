import { Switch } from '@mantine/core';
import {
  type CataloguePackage,
  createPackage,
  editPackage,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import { IconDeviceTv, IconPackage, IconUsers } from '@tabler/icons-react';
import { typedWhole } from '../../foundation/amounts.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { changedBySale } from '../calls.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { usePinnedVersion, useRefetchOnConflict } from '../../ui/read-version.ts';
import { BouquetPicker } from './BouquetPicker.tsx';

interface EditPackageProps {
  /** Undefined for a new package. */
  pack: CataloguePackage | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditPackage({ pack, onClose, onSaved }: EditPackageProps) {
  const form = useForm(pack ? editPackage : createPackage, {
    draft: `catalogo-pacote-${pack?.id ?? 'novo'}`,
    initial: {
      name: pack?.name ?? '',
      maxConnections: String(pack?.maxConnections ?? 1),
      allowsTests: pack?.allowsTests ?? true,
      bouquetIds: pack?.bouquetIds ?? [],
      version: pack?.version ?? '',
    },
    send: (body) => (pack ? { params: { id: pack.id }, body } : { body }),
    refresh: changedBySale,
    onRefused: useRefetchOnConflict(listPackages),
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  usePinnedVersion(form);
  return (
    <FormDialog
      form={form}
      title={pack ? 'Editar pacote' : 'Criar pacote'}
      subtitle={pack?.name ?? 'As revendas já podem vendê-lo quando for criado'}
      submitLabel={pack ? 'Salvar' : 'Criar pacote'}
      onClose={onClose}
    >
      {pack && pack.lines > 0 && (
        <Notice tone="warn" icon={IconUsers}>
          Vale na hora para {pluralize(pack.lines, 'linha', 'linhas')} com este pacote.
        </Notice>
      )}
      <FieldRow>
        <TextField
          label="Nome"
          icon={IconPackage}
          autoComplete="off"
          maxLength={100}
          {...form.field('name')}
        />
        <TextField
          label="Telas"
          icon={IconDeviceTv}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          hint="Ao mesmo tempo; 0 é sem limite"
          {...form.field('maxConnections', typedWhole)}
        />
      </FieldRow>
      <Switch label="Serve para testes" {...form.toggle('allowsTests')} />
      <BouquetPicker label="Bouquets" {...form.field('bouquetIds')} />
    </FormDialog>
  );
}
