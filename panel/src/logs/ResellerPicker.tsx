/**
 * The account of the log: chosen by name in the whole tree and submitted by Buscar; Meus Logs is one's own
 * (S-LOG-02 to 04).
 */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import classes from './ResellerPicker.module.css';

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

/** K-35. */
const WAIT_MS = 500;
const SHORTEST_SEARCH = 2;
const EVERYBODY = { value: '', label: 'Toda a rede' };

export function ResellerPicker({ first, chosen, ownId, onPick }: ResellerPickerProps) {
  const [picked, setPicked] = useState<string>();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const found = useCall(
    searchResellers,
    { query: { search } },
    { enabled: search.length >= SHORTEST_SEARCH, keepPrevious: true },
  );
  const named = [...first, ...(found.data?.found ?? [])];
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
        nothingFoundMessage={found.isFetching ? 'Procurando…' : 'Nenhuma revenda com este nome'}
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={current}
        onChange={(value) => setPicked(value ?? '')}
        onSearchChange={setTyped}
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
