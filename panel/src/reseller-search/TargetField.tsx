/**
 * Field that selects an account in the caller's network by its name. The field may stay empty
 * (S-LOG-02, S-EXTRACT-01, Q-EXTRACTTARGET).
 */
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import classes from './TargetField.module.css';
import { useResellerSearch } from './use-reseller-search.ts';

export interface Target {
  readonly id: number;
  readonly username: string;
}

interface TargetFieldProps {
  value: Target | undefined;
  /** Accounts that are offered before the user types. */
  offered: readonly Target[];
  placeholder: string;
  onChange: (target: Target | undefined) => void;
}

export function TargetField({ value, offered, placeholder, onChange }: TargetFieldProps) {
  const [typed, setTyped] = useState(value?.username ?? '');
  const search = useResellerSearch();
  const choices = search.searches ? search.found : offered;
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
      nothingFoundMessage={search.isSearching ? 'Procurando…' : 'Ninguém com este nome'}
      data={all.map(({ id, username }) => ({ value: String(id), label: username }))}
      // Disables the filter of the field, because the server has already searched.
      filter={({ options }) => options}
      value={value ? String(value.id) : null}
      onChange={(chosen) => onChange(all.find(({ id }) => String(id) === chosen))}
      searchValue={typed}
      onSearchChange={(next) => {
        setTyped(next);
        search.type(next === value?.username ? '' : next);
      }}
    />
  );
}
