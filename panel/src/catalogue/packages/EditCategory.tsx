import { type CatalogueCategory, editCategory } from '@ramal/contract/catalogue/catalogue-packages';
import { IconCategory } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { changedByContent, changedBySale, useBouquets } from '../calls.ts';
import { contentsOf, counted } from '../counts.ts';
import { PickMany } from './PickMany.tsx';

export interface EditCategoryProps {
  category: CatalogueCategory;
  /** Within its kind, from 1. */
  position: number | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditCategory({ category, position, onClose, onSaved }: EditCategoryProps) {
  const bouquets = useBouquets();
  const form = useForm(editCategory, {
    draft: `catalogo-categoria-${category.id}`,
    initial: { name: category.name, bouquet_ids: category.bouquet_ids },
    send: (body) => ({ params: { id: category.id }, body }),
    refresh: [...changedByContent, ...changedBySale],
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Editar categoria"
      subtitle={[
        counted(category.kind, category.items),
        ...(position ? [`${position}ª na ordem`] : []),
      ].join(' · ')}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        icon={IconCategory}
        autoComplete="off"
        maxLength={200}
        hint="A próxima importação mantém este nome e continua encontrando a categoria"
        {...form.field('name')}
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
        nothing="Ainda não há bouquets."
        {...form.field('bouquet_ids')}
      />
    </FormDialog>
  );
}
