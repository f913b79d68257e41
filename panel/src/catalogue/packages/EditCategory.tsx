import { type CatalogueCategory, editCategory } from '@ramal/contract/catalogue/catalogue-packages';
import { IconCategory } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { changedByContent, changedBySale } from '../calls.ts';
import { counted } from '../counts.ts';
import { BouquetPicker } from './BouquetPicker.tsx';

interface EditCategoryProps {
  category: CatalogueCategory;
  /** Position within its kind, from 1. */
  position: number | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditCategory({ category, position, onClose, onSaved }: EditCategoryProps) {
  const form = useForm(editCategory, {
    draft: `catalogo-categoria-${category.id}`,
    initial: { name: category.name, bouquetIds: category.bouquetIds },
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
      <BouquetPicker label="Bouquets que a vendem" {...form.field('bouquetIds')} />
    </FormDialog>
  );
}
