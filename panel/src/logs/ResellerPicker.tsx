/**
 * The account of the log: chosen by name in the whole tree and submitted by Buscar; Meus Logs is one's own
 * (S-LOG-02 to 04).
 */
import { Button } from '@mantine/core';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import classes from './ResellerPicker.module.css';
import { useResellerSearch } from './use-reseller-search.ts';

export interface Reseller {
  readonly id: number;
  readonly username: string;
}

export interface ResellerPickerProps {
  /** The first by name, offered before anything is typed. */
  readonly first: readonly Reseller[];
  readonly chosen: number | undefined;
  readonly ownId: number | undefined;
  readonly onPick: (reseller: number | undefined) => void;
}

const EVERYBODY = { value: '', label: 'Toda a rede' };

export function ResellerPicker({ first, chosen, ownId, onPick }: ResellerPickerProps) {
  const [picked, setPicked] = useState<string>();
  const search = useResellerSearch();
  const named = [...first, ...search.found];
  const current = picked ?? (chosen === undefined ? '' : String(chosen));
  const options = new Map([
    ['', EVERYBODY.label],
    ...named.map(({ id, username }): [string, string] => [String(id), username]),
  ]);
  if (current !== '' && !options.has(current)) options.set(current, `ID ${current}`);
  const pick = (id: string) => {
    setPicked(undefined);
    onPick(id === '' ? undefined : Number(id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pick(current);
  };
  return (
    <form className={classes.root} onSubmit={submit}>
      <SelectField
        className={classes.reseller}
        label="Revenda"
        icon={IconUser}
        searchable
        nothingFoundMessage={search.isSearching ? 'Procurando…' : 'Nenhuma revenda com este nome'}
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={current}
        onChange={(value) => setPicked(value ?? '')}
        onSearchChange={search.type}
      />
      <Button type="submit" size="md" leftSection={<IconSearch size={16} stroke={1.75} />}>
        Buscar
      </Button>
      <Button
        size="md"
        variant="default"
        disabled={ownId === undefined}
        onClick={() => pick(String(ownId))}
      >
        Meus Logs
      </Button>
    </form>
  );
}
