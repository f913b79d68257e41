import { Switch } from '@mantine/core';
import type { CategoryKind } from '@ramal/contract/catalogue/catalogue';
import { IconCalendarTime, IconHash } from '@tabler/icons-react';
import { SelectField } from '../../../ui/form/fields/choice-fields.tsx';
import { FieldRow } from '../../../ui/form/FormSection.tsx';
import { TextField } from '../../../ui/form/fields/fields.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { useCategories } from '../../calls.ts';
import type { ItemValues } from './item-form.ts';
import classes from './ItemFields.module.css';

export type ItemForm = Pick<Form<ItemValues>, 'field' | 'toggle'>;

/** Fields of the name and, for a channel, of its number. */
export function NameFields({ form, numbered }: { form: ItemForm; numbered: boolean }) {
  return (
    <div className={classes.nameRow} data-numbered={numbered || undefined}>
      <TextField label="Nome" autoComplete="off" maxLength={200} {...form.field('name')} />
      {numbered && (
        <TextField
          label="Número"
          icon={IconHash}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          {...form.field('number', (typed) => typed.replace(/\D/g, ''))}
        />
      )}
    </div>
  );
}

/** The category, and for a channel its id in the guide. */
export function CategoryFields({ form, kind }: { form: ItemForm; kind: CategoryKind }) {
  const categories = useCategories(kind);
  return (
    <FieldRow>
      <SelectField
        label="Categoria"
        searchable
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('category')}
      />
      {kind === 'live' && (
        <TextField
          label="Canal no guia"
          optional
          icon={IconCalendarTime}
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="canal.br"
          {...form.field('guide')}
        />
      )}
    </FieldRow>
  );
}

export function StreamSwitches({ form }: { form: ItemForm }) {
  return (
    <FieldRow>
      <Switch
        label="Adulto"
        description="Os aplicativos o tratam como adulto"
        {...form.toggle('adult')}
      />
      <Switch
        label="Oculto"
        description="Fora das listas dos aplicativos"
        {...form.toggle('hidden')}
      />
    </FieldRow>
  );
}
