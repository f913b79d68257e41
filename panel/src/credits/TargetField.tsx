/** Whose statement: found by name anywhere in one's tree, or left empty (S-EXTRACT-01, Q-EXTRACTTARGET). */
import { useDebouncedValue } from '@mantine/hooks';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import classes from './TargetField.module.css';

export interface Target {
  readonly id: number;
  readonly username: string;
}

export interface TargetFieldProps {
  value: Target | undefined;
  /** Offered before anything is typed. */
  offered: readonly Target[];
  placeholder: string;
  onChange: (target: Target | undefined) => void;
}

/** K-35. */
const WAIT_MS = 500;
const SHORTEST_SEARCH = 2;

export function TargetField({ value, offered, placeholder, onChange }: TargetFieldProps) {
  const [typed, setTyped] = useState(value?.username ?? '');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const searches = search.length >= SHORTEST_SEARCH && search !== value?.username;
  const found = useCall(
    searchResellers,
    { query: { search } },
    { enabled: searches, keepPrevious: true },
  );
  const choices = searches ? (found.data?.found ?? []) : offered;
  const all = [...(value && choices.every(({ id }) => id !== value.id) ? [value] : []), ...choices];
  return (
    <SelectField
      label="Revenda"
      labelHidden
      icon={IconBinaryTree2}
      className={classes.root}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage={
        found.isFetching || search !== typed.trim() ? 'Procurando…' : 'Ninguém com este nome'
      }
      data={all.map(({ id, username }) => ({ value: String(id), label: username }))}
      // The server has searched already.
      filter={({ options }) => options}
      value={value ? String(value.id) : null}
      onChange={(chosen) => onChange(all.find(({ id }) => String(id) === chosen))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
