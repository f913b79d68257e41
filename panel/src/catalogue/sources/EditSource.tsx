/** Form of a source list (M3U) or a guide (XMLTV): its name and its URL. */
import {
  createSourceList,
  editSourceList,
  listSourceLists,
} from '@ramal/contract/catalogue/catalogue-lists';
import { Switch } from '@mantine/core';
import { createGuide, editGuide, listGuides } from '@ramal/contract/catalogue/guides';
import { MAX_HEADERS_LENGTH } from '@ramal/contract/catalogue/source-headers';
import type { Icon } from '@tabler/icons-react';
import { IconCalendarTime, IconLink, IconListDetails } from '@tabler/icons-react';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  /** Request headers, only for lists. */
  readonly headers?: string;
  readonly joinsChannels?: boolean;
}

interface SourceTexts {
  readonly about: string;
  readonly create: string;
  readonly edit: string;
  readonly icon: Icon;
  readonly placeholder: string;
  readonly hint: string;
}

const sourceTexts = {
  list: {
    about: 'M3U, por endereço ou por arquivo',
    create: 'Adicionar lista',
    edit: 'Editar lista',
    icon: IconListDetails,
    placeholder: 'http://provedor.exemplo/lista.m3u',
    hint: 'Sem endereço, a lista é enviada como arquivo',
  },
  guide: {
    about: 'XMLTV, por endereço ou por arquivo',
    create: 'Adicionar guia',
    edit: 'Editar guia',
    icon: IconCalendarTime,
    placeholder: 'http://provedor.exemplo/guia.xml.gz',
    hint: 'Com endereço, o guia é lido sozinho a cada 6 horas; sem, é enviado como arquivo',
  },
} satisfies Record<string, SourceTexts>;

const calls = {
  list: { create: createSourceList, edit: editSourceList, refresh: [listSourceLists] },
  guide: { create: createGuide, edit: editGuide, refresh: [listGuides] },
} as const;

type SourceCall =
  | typeof createSourceList
  | typeof editSourceList
  | typeof createGuide
  | typeof editGuide;

interface SourceValues {
  name: string;
  address: string;
  headers?: string;
  joinsChannels?: boolean;
}

interface EditSourceProps {
  kind: 'list' | 'guide';
  /** Undefined for a new source. */
  source: Source | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
  /** Called after a source without a URL was created. The next step is the upload of its file. */
  onFile: (id: number) => void;
}

export function EditSource({ kind, source, onClose, onSaved, onFile }: EditSourceProps) {
  const { create, edit, refresh } = calls[kind];
  const texts = sourceTexts[kind];
  const form = useForm<SourceCall, SourceValues>(source ? edit : create, {
    draft: `catalogo-${kind}-${source?.id ?? 'nova'}`,
    initial: {
      name: source?.name ?? '',
      address: source?.address ?? '',
      ...(kind === 'list' && {
        headers: source?.headers ?? '',
        joinsChannels: source?.joinsChannels ?? true,
      }),
    },
    send: (body) => (source ? { params: { id: source.id }, body } : { body }),
    refresh,
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: ({ id, address }) => {
      onClose();
      onSaved(id);
      if (!source && address === '') onFile(id);
    },
  });
  return (
    <FormDialog
      form={form}
      title={source ? texts.edit : texts.create}
      subtitle={source?.name ?? texts.about}
      submitLabel={source ? 'Salvar' : texts.create}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        icon={texts.icon}
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <TextField
        label="Endereço"
        optional
        icon={IconLink}
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        placeholder={texts.placeholder}
        hint={texts.hint}
        {...form.field('address', (typed) => typed.trim())}
      />
      {kind === 'list' && <ListOptions form={form} />}
    </FormDialog>
  );
}

/** Options of a list that guides do not have. */
const ListOptions = ({ form }: { form: Form<SourceValues> }) => (
  <>
    <TextAreaField
      label="Cabeçalhos"
      optional
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MAX_HEADERS_LENGTH}
      rows={3}
      placeholder={'User-Agent: VLC/3.0.20\nReferer: https://provedor.exemplo/'}
      hint="Vão nos pedidos à lista e às fontes que não têm os seus; valem na próxima importação"
      {...form.field('headers')}
    />
    <Switch
      label="Juntar canais repetidos"
      description="Mesmo nome, guia e categoria: um canal só, com mais de uma fonte."
      {...form.toggle('joinsChannels')}
    />
  </>
);
