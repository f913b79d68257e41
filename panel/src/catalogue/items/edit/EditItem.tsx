import { Text } from '@mantine/core';
import { editSeries, editStream } from '@ramal/contract/catalogue/catalogue';
import { IconPhoto } from '@tabler/icons-react';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextField } from '../../../ui/form/fields/fields.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { changedByContent } from '../../calls.ts';
import { DetailFields } from './DetailFields.tsx';
import { isStream, type Item, catalogueKind } from '../item.ts';
import { changedFields, itemWireNames, toItemValues } from './item-form.ts';
import { kindIcons } from '../item-icons.ts';
import { CategoryFields, NameFields, StreamSwitches } from './ItemFields.tsx';
import { Picture } from '../Picture.tsx';

const titles = {
  live: 'Editar canal',
  film: 'Editar filme',
  episode: 'Editar episódio',
  series: 'Editar série',
} as const;

interface EditItemProps {
  item: Item;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditItem({ item, onClose, onSaved }: EditItemProps) {
  const kind = catalogueKind(item);
  const form = useForm(isStream(item) ? editStream : editSeries, {
    draft: `catalogo-${kind}-${item.id}`,
    initial: toItemValues(item),
    wireNames: itemWireNames,
    send: (values) => ({ params: { id: item.id }, body: changedFields(item, values) ?? {} }),
    refresh: changedByContent,
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: () => {
      onClose();
      onSaved(item.id);
    },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = changedFields(item, form.values) ? form.submit : close;
  return (
    <FormDialog
      form={{ ...form, submit }}
      title={titles[kind]}
      subtitle={item.name}
      lead={<Picture url={form.values.icon} size={48} icon={kindIcons[kind]} />}
      width={580}
      onClose={onClose}
    >
      <NameFields form={form} numbered={kind === 'live'} />
      <TextField
        label="Imagem"
        optional
        icon={IconPhoto}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder="https://…"
        {...form.field('icon')}
      />
      {kind !== 'episode' && <CategoryFields form={form} kind={kind} />}
      {isStream(item) && <StreamSwitches form={form} />}
      {kind !== 'live' && <DetailFields kind={kind} form={form} />}
      <Text c="var(--ink-3)" fz="var(--reading-caption)">
        O que você mudar aqui as próximas importações mantêm.
      </Text>
    </FormDialog>
  );
}
