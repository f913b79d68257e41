import { Switch } from '@mantine/core';
import { editSeries, editStream } from '@ramal/contract/catalogue';
import { IconCalendarTime, IconHash, IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../foundation/drafts.ts';
import { SelectField } from '../ui/form/choice-fields.tsx';
import { FieldRow } from '../ui/form/FormSection.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { changedByContent, useCategories } from './calls.ts';
import { DetailFields } from './DetailFields.tsx';
import { changesOf, formOf, type ItemForm } from './edit-item.ts';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { isStream, type Item, kindOf } from './item.ts';
import { kindIcons } from './item-columns.tsx';
import { Picture } from './Picture.tsx';
import { useSaving } from '../ui/form/use-saving.ts';

const titles = {
  live: 'Editar canal',
  film: 'Editar filme',
  episode: 'Editar episódio',
  series: 'Editar série',
} as const;

export interface EditItemProps {
  item: Item;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditItem({ item, onClose, onSaved }: EditItemProps) {
  const kind = kindOf(item);
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const categories = useCategories(kind === 'episode' ? 'series' : kind);
  const stream = useSaving(editStream, form, changedByContent);
  const series = useSaving(editSeries, form, changedByContent);
  const { fields, busy } = isStream(item) ? stream : series;
  // What was changed outlives an expired sign-in; what was not comes from the item.
  const draft = useDraft<{ changes: Partial<ItemForm> }>(`catalogo-${kind}-${item.id}`, {
    changes: {},
  });
  const value: ItemForm = { ...formOf(item), ...draft.value.changes };
  const change = (next: Partial<ItemForm>) =>
    draft.change(({ changes }) => ({ changes: { ...changes, ...next } }));
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async () => {
    const body = changesOf(item, value);
    if (!body) return close();
    const sent = { params: { id: item.id }, body };
    const saved = isStream(item) ? await stream.save(sent) : await series.save(sent);
    if (!saved) return undefined;
    close();
    onSaved(item.id);
    return toast({ title: saved.message, text: saved.name });
  };
  const typed = (field: keyof ItemForm) => ({
    value: value[field] as string,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  return (
    <FormWindow
      title={titles[kind]}
      subtitle={item.name}
      lead={<Picture address={value.icon} size={48} icon={kindIcons[kind]} />}
      width={580}
      form={form}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <div className="item-name-row" data-numbered={kind === 'live' || undefined}>
        <TextField
          label="Nome"
          autoComplete="off"
          maxLength={200}
          {...typed('name')}
          error={fields.name}
        />
        {kind === 'live' && (
          <TextField
            label="Número"
            icon={IconHash}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={value.number}
            onChange={({ currentTarget }) =>
              change({ number: currentTarget.value.replace(/\D/g, '') })
            }
            error={fields.number}
          />
        )}
      </div>
      <TextField
        label="Imagem"
        optional
        icon={IconPhoto}
        className="mono-field"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder="https://…"
        {...typed('icon')}
        error={fields.icon}
      />
      {kind !== 'episode' && (
        <FieldRow>
          <SelectField
            label="Categoria"
            searchable
            data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={value.category}
            onChange={(category) => category !== null && change({ category })}
            error={fields.category_id}
          />
          {kind === 'live' && (
            <TextField
              label="Canal no guia"
              optional
              icon={IconCalendarTime}
              className="mono-field"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              placeholder="canal.br"
              {...typed('guide')}
              error={fields.epg_channel_id}
            />
          )}
        </FieldRow>
      )}
      {isStream(item) && (
        <div className="item-switches">
          <Switch
            label="Adulto"
            description="Os aplicativos o tratam como adulto"
            checked={value.adult}
            onChange={({ currentTarget }) => change({ adult: currentTarget.checked })}
          />
          <Switch
            label="Oculto"
            description="Fora das listas dos aplicativos"
            checked={value.hidden}
            onChange={({ currentTarget }) => change({ hidden: currentTarget.checked })}
          />
        </div>
      )}
      {kind !== 'live' && <DetailFields kind={kind} typed={typed} fields={fields} />}
      <p className="form-note">O que você mudar aqui as próximas importações mantêm.</p>
    </FormWindow>
  );
}
