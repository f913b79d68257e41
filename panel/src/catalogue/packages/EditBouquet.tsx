import { type CategoryKind, categoryKinds } from '@ramal/contract/catalogue/catalogue';
import {
  type CatalogueBouquet,
  createBouquet,
  editBouquet,
} from '@ramal/contract/catalogue/catalogue-packages';
import { IconStack2 } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { changedBySale, useCategories } from '../calls.ts';
import { counted, kindGroups } from '../counts.ts';
import { PickMany } from './PickMany.tsx';

interface EditBouquetProps {
  /** Undefined for a new bouquet. */
  bouquet: CatalogueBouquet | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditBouquet({ bouquet, onClose, onSaved }: EditBouquetProps) {
  const categories = useCategories();
  const form = useForm(bouquet ? editBouquet : createBouquet, {
    draft: `catalogo-bouquet-${bouquet?.id ?? 'novo'}`,
    initial: { name: bouquet?.name ?? '', categoryIds: bouquet?.categoryIds ?? [] },
    send: (body) => (bouquet ? { params: { id: bouquet.id }, body } : { body }),
    refresh: changedBySale,
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  const groups = categoryKinds.map((kind: CategoryKind) => ({
    title: kindGroups[kind],
    options: categories
      .filter((item) => item.kind === kind)
      .map((item) => ({ id: item.id, name: item.name, note: counted(kind, item.items) })),
  }));
  return (
    <FormDialog
      form={form}
      title={bouquet ? 'Editar bouquet' : 'Criar bouquet'}
      subtitle={bouquet?.name ?? 'Uma escolha de categorias, vendida dentro de pacotes'}
      submitLabel={bouquet ? 'Salvar' : 'Criar bouquet'}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        icon={IconStack2}
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <PickMany
        label="Categorias"
        groups={groups}
        nothing="As categorias vêm das listas: importe uma primeiro."
        {...form.field('categoryIds')}
      />
    </FormDialog>
  );
}
