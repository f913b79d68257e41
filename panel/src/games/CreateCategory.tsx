/** «Adicionar categoria»: a category with its own number and name (S-GAMES-10, V-63). */
import {
  type TemporaryCategory,
  createTemporaryCategory,
  listTemporaryCategories,
} from '@ramal/contract/catalogue/temporary-channels';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface CreateCategoryProps {
  readonly categories: readonly TemporaryCategory[];
  readonly onClose: () => void;
}

const onlyDigits = (typed: string): string => typed.replace(/\D/g, '');

export function CreateCategory({ categories, onClose }: CreateCategoryProps) {
  const next = Math.max(0, ...categories.map(({ customId }) => customId)) + 1;
  const form = useForm(createTemporaryCategory, {
    initial: { customId: String(next), name: '' },
    send: (body) => ({ body }),
    codeFields: { name_taken: 'name' },
    refresh: [listTemporaryCategories],
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: onClose,
  });
  return (
    <FormDialog form={form} title="Adicionar categoria" submitLabel="Adicionar" onClose={onClose}>
      <TextField
        label="ID"
        inputMode="numeric"
        maxLength={10}
        hint="O número da categoria, só dela."
        {...form.field('customId', onlyDigits)}
      />
      <TextField
        label="Nome"
        maxLength={60}
        autoComplete="off"
        placeholder="Jogos de hoje"
        {...form.field('name')}
      />
    </FormDialog>
  );
}
