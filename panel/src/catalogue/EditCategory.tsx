import { type CatalogueCategory, editCategory } from '@ramal/contract/catalogue-packages';
import { IconCategory } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../foundation/drafts.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { changedByContent, changedBySale, useBouquets } from './calls.ts';
import { contentsOf, counted } from './counts.ts';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { PickMany } from './PickMany.tsx';
import { useSaving } from '../ui/form/use-saving.ts';

export interface EditCategoryProps {
  category: CatalogueCategory;
  /** Its place in the order, from 1. */
  place: number | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditCategory({ category, place, onClose, onSaved }: EditCategoryProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const bouquets = useBouquets();
  const saving = useSaving(editCategory, form, [...changedByContent, ...changedBySale]);
  const draft = useDraft(`catalogo-categoria-${category.id}`, {
    name: category.name,
    bouquet_ids: category.bouquet_ids,
  });
  const { name, bouquet_ids } = draft.value;
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async () => {
    const saved = await saving.save({ params: { id: category.id }, body: { name, bouquet_ids } });
    if (!saved) return;
    close();
    onSaved(saved.id);
    toast({ title: saved.message, text: saved.name });
  };
  return (
    <FormWindow
      title="Editar categoria"
      subtitle={[
        counted(category.kind, category.items),
        ...(place ? [`${place}ª na ordem`] : []),
      ].join(' · ')}
      form={form}
      busy={saving.busy}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <TextField
        label="Nome"
        icon={IconCategory}
        autoComplete="off"
        maxLength={200}
        hint="A próxima importação mantém este nome e continua encontrando a categoria"
        value={name}
        onChange={({ currentTarget }) => draft.change({ name: currentTarget.value, bouquet_ids })}
        error={saving.fields.name}
      />
      <PickMany
        label="Bouquets que a vendem"
        groups={[
          {
            options: bouquets.map((one) => ({
              id: one.id,
              name: one.name,
              note: contentsOf({ live: one.channels, film: one.films, series: one.series }),
            })),
          },
        ]}
        value={bouquet_ids}
        onChange={(ids) => draft.change({ name, bouquet_ids: ids })}
        nothing="Ainda não há bouquets."
        error={saving.fields.bouquet_ids}
      />
    </FormWindow>
  );
}
