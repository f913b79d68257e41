import { type CategoryKind, categoryKinds } from '@ramal/contract/catalogue';
import {
  type CatalogueBouquet,
  createBouquet,
  editBouquet,
} from '@ramal/contract/catalogue-packages';
import { IconStack2 } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../foundation/drafts.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { changedBySale, useCategories } from './calls.ts';
import { counted, kindGroups } from './counts.ts';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { PickMany } from './PickMany.tsx';
import { useSaving } from '../ui/form/use-saving.ts';

export interface EditBouquetProps {
  /** None: a new one. */
  bouquet: CatalogueBouquet | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditBouquet({ bouquet, onClose, onSaved }: EditBouquetProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const categories = useCategories();
  const creating = useSaving(createBouquet, form, changedBySale);
  const editing = useSaving(editBouquet, form, changedBySale);
  const { fields, busy } = bouquet ? editing : creating;
  const draft = useDraft(`catalogo-bouquet-${bouquet?.id ?? 'novo'}`, {
    name: bouquet?.name ?? '',
    category_ids: bouquet?.category_ids ?? [],
  });
  const { name, category_ids } = draft.value;
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async () => {
    const body = draft.value;
    const saved = bouquet
      ? await editing.save({ params: { id: bouquet.id }, body })
      : await creating.save({ body });
    if (!saved) return;
    close();
    onSaved(saved.id);
    toast({ title: saved.message, text: saved.name });
  };
  const groups = categoryKinds.map((kind: CategoryKind) => ({
    title: kindGroups[kind],
    options: categories
      .filter((one) => one.kind === kind)
      .map((one) => ({ id: one.id, name: one.name, note: counted(kind, one.items) })),
  }));
  return (
    <FormWindow
      title={bouquet ? 'Editar bouquet' : 'Criar bouquet'}
      subtitle={bouquet?.name ?? 'Uma escolha de categorias, vendida dentro de pacotes'}
      form={form}
      busy={busy}
      saveLabel={bouquet ? 'Salvar' : 'Criar bouquet'}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <TextField
        label="Nome"
        icon={IconStack2}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => draft.change({ name: currentTarget.value, category_ids })}
        error={fields.name}
      />
      <PickMany
        label="Categorias"
        groups={groups}
        value={category_ids}
        onChange={(ids) => draft.change({ name, category_ids: ids })}
        nothing="As categorias vêm das listas: importe uma primeiro."
        error={fields.category_ids}
      />
    </FormWindow>
  );
}
