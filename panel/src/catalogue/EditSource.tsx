/** Name and address of what is fetched from outside: a list (M3U) or a guide (XMLTV). */
import { createSourceList, editSourceList, listSourceLists } from '@ramal/contract/catalogue-lists';
import { createGuide, editGuide, listGuides } from '@ramal/contract/guides';
import type { Icon } from '@tabler/icons-react';
import { IconCalendarTime, IconLink, IconListDetails } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../foundation/drafts.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { useSaving } from '../ui/form/use-saving.ts';

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly address: string;
}

interface SourceWords {
  readonly what: string;
  readonly create: string;
  readonly edit: string;
  readonly icon: Icon;
  readonly placeholder: string;
  readonly hint: string;
}

export const sourceWords = {
  list: {
    what: 'M3U, por endereço ou por arquivo',
    create: 'Adicionar lista',
    edit: 'Editar lista',
    icon: IconListDetails,
    placeholder: 'http://provedor.exemplo/lista.m3u',
    hint: 'Sem endereço, a lista é enviada como arquivo',
  },
  guide: {
    what: 'XMLTV, por endereço ou por arquivo',
    create: 'Adicionar guia',
    edit: 'Editar guia',
    icon: IconCalendarTime,
    placeholder: 'http://provedor.exemplo/guia.xml.gz',
    hint: 'Com endereço, o guia é lido sozinho a cada 6 horas; sem, é enviado como arquivo',
  },
} satisfies Record<string, SourceWords>;

const calls = {
  list: { create: createSourceList, edit: editSourceList, refresh: [listSourceLists] },
  guide: { create: createGuide, edit: editGuide, refresh: [listGuides] },
} as const;

export interface EditSourceProps {
  kind: 'list' | 'guide';
  /** None: a new one. */
  source: Source | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
  /** Without an address the next step of a new one can only be its file. */
  onFile: (id: number) => void;
}

export function EditSource({ kind, source, onClose, onSaved, onFile }: EditSourceProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const { create, edit, refresh } = calls[kind];
  const words = sourceWords[kind];
  const creating = useSaving<typeof createSourceList | typeof createGuide>(create, form, refresh);
  const editing = useSaving<typeof editSourceList | typeof editGuide>(edit, form, refresh);
  const { fields, busy } = source ? editing : creating;
  const draft = useDraft(`catalogo-${kind}-${source?.id ?? 'nova'}`, {
    name: source?.name ?? '',
    address: source?.address ?? '',
  });
  const value = draft.value;
  const change = (next: Partial<typeof value>) =>
    draft.change((before) => ({ ...before, ...next }));
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async () => {
    const saved = source
      ? await editing.save({ params: { id: source.id }, body: value })
      : await creating.save({ body: value });
    if (!saved) return;
    close();
    toast({ title: saved.message, text: saved.name });
    onSaved(saved.id);
    if (!source && saved.address === '') onFile(saved.id);
  };
  return (
    <FormWindow
      title={source ? words.edit : words.create}
      subtitle={source?.name ?? words.what}
      form={form}
      busy={busy}
      saveLabel={source ? 'Salvar' : words.create}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <TextField
        label="Nome"
        icon={words.icon}
        autoComplete="off"
        maxLength={100}
        value={value.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={fields.name}
      />
      <TextField
        label="Endereço"
        optional
        icon={IconLink}
        className="mono-field"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        placeholder={words.placeholder}
        hint={words.hint}
        value={value.address}
        onChange={({ currentTarget }) => change({ address: currentTarget.value.trim() })}
        error={fields.address}
      />
    </FormWindow>
  );
}
