import { Switch } from '@mantine/core';
import {
  type CataloguePackage,
  createPackage,
  editPackage,
} from '@ramal/contract/catalogue-packages';
import { IconDeviceTv, IconPackage, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useDraft } from '../foundation/drafts.ts';
import { countOf } from '../foundation/numbers.ts';
import { FieldRow } from '../ui/form/FormFrame.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { Notice } from '../ui/panels.tsx';
import { useToast } from '../ui/toasts.tsx';
import { changedBySale, useBouquets } from './calls.ts';
import { contentsOf } from './counts.ts';
import { FormWindow } from '../ui/form/FormWindow.tsx';
import { PickMany } from './PickMany.tsx';
import { useSaving } from '../ui/form/use-saving.ts';

export interface EditPackageProps {
  /** None: a new one. */
  pack: CataloguePackage | undefined;
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function EditPackage({ pack, onClose, onSaved }: EditPackageProps) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const bouquets = useBouquets();
  const creating = useSaving(createPackage, form, changedBySale);
  const editing = useSaving(editPackage, form, changedBySale);
  const { fields, busy } = pack ? editing : creating;
  const draft = useDraft(`catalogo-pacote-${pack?.id ?? 'novo'}`, {
    name: pack?.name ?? '',
    max_connections: String(pack?.max_connections ?? 1),
    allows_tests: pack?.allows_tests ?? true,
    bouquet_ids: pack?.bouquet_ids ?? [],
  });
  const value = draft.value;
  const change = (next: Partial<typeof value>) =>
    draft.change((before) => ({ ...before, ...next }));
  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = async () => {
    const saved = pack
      ? await editing.save({ params: { id: pack.id }, body: value })
      : await creating.save({ body: value });
    if (!saved) return;
    close();
    onSaved(saved.id);
    toast({ title: saved.message, text: saved.name });
  };
  return (
    <FormWindow
      title={pack ? 'Editar pacote' : 'Criar pacote'}
      subtitle={pack?.name ?? 'As revendas já podem vendê-lo quando for criado'}
      form={form}
      busy={busy}
      saveLabel={pack ? 'Salvar' : 'Criar pacote'}
      onSubmit={() => void submit()}
      onClose={close}
    >
      {pack && pack.lines > 0 && (
        <Notice tone="warn" icon={IconUsers}>
          Vale na hora para {countOf(pack.lines, 'linha', 'linhas')} com este pacote.
        </Notice>
      )}
      <FieldRow>
        <TextField
          label="Nome"
          icon={IconPackage}
          autoComplete="off"
          maxLength={100}
          value={value.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={fields.name}
        />
        <TextField
          label="Telas"
          icon={IconDeviceTv}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          hint="Ao mesmo tempo; 0 é sem limite"
          value={value.max_connections}
          onChange={({ currentTarget }) =>
            change({ max_connections: currentTarget.value.replace(/\D/g, '') })
          }
          error={fields.max_connections}
        />
      </FieldRow>
      <Switch
        label="Serve para testes"
        checked={value.allows_tests}
        onChange={({ currentTarget }) => change({ allows_tests: currentTarget.checked })}
      />
      <PickMany
        label="Bouquets"
        groups={[
          {
            options: bouquets.map(({ id, name, channels, films, series }) => ({
              id,
              name,
              note: contentsOf({ live: channels, film: films, series }),
            })),
          },
        ]}
        value={value.bouquet_ids}
        onChange={(bouquet_ids) => change({ bouquet_ids })}
        nothing="Ainda não há bouquets: crie um primeiro."
        error={fields.bouquet_ids}
      />
    </FormWindow>
  );
}
