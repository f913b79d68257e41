/**
 * «Dono»: selects the new parent account, which is searched by name in the whole tree. The network
 * of the account moves with it (Q-MASTER).
 */
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { searchResellers } from '@ramal/contract/resellers/reseller-tree';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { pathText } from '../tree/TreePath.tsx';

export interface Owner {
  readonly id: number;
  readonly username: string;
}

interface OwnerFieldProps {
  /** The account to move. A descendant of this account cannot become its owner. */
  resellerId: number;
  value: Owner | null;
  onChange: (owner: Owner) => void;
  error?: string | undefined;
  /** Number of descendant resellers, which move with the account. */
  below: number;
}

/** Pause in ms after typing before the search starts (K-35). */
const WAIT_MS = 500;
const MIN_SEARCH_LENGTH = 2;

export function OwnerField({ resellerId, value, onChange, error, below }: OwnerFieldProps) {
  const [typed, setTyped] = useState(value?.username ?? '');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const searches = search !== value?.username && search.length >= MIN_SEARCH_LENGTH;
  const resellers = useCall(
    searchResellers,
    { query: { search } },
    { enabled: searches, keepPrevious: true },
  );
  const others = (searches ? (resellers.data?.found ?? []) : []).filter(
    ({ id, path }) => id !== value?.id && path.every((step) => step.id !== resellerId),
  );
  const all = [...others, ...(value ? [{ ...value, path: [] }] : [])];
  return (
    <SelectField
      label="Dono"
      icon={IconBinaryTree2}
      searchable
      hint={
        below > 0 ? 'A rede inteira dela vai junto.' : 'Procure pelo nome ou ID de quem fica acima.'
      }
      nothingFoundMessage={
        typed.trim().length < MIN_SEARCH_LENGTH
          ? 'Digite pelo menos 2 letras'
          : resellers.isFetching || search !== typed.trim()
            ? 'Procurando…'
            : 'Ninguém com este nome pode ficar acima'
      }
      data={all.map(({ id, username }) => ({ value: String(id), label: username }))}
      // The server has already searched, so the field does not filter.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const path = all.find(({ id }) => String(id) === option.value)?.path ?? [];
        return (
          <Stack component="span" gap={0} miw={0}>
            <Text component="b" inherit fw={500}>
              {option.label}
            </Text>
            <Text span inherit truncate c="var(--ink-3)" fz="caption">
              {path.length > 1 ? pathText(path) : `ID ${option.value}`}
            </Text>
          </Stack>
        );
      }}
      value={value === null ? null : String(value.id)}
      onChange={(chosen) => {
        const owner = all.find(({ id }) => String(id) === chosen);
        if (owner) onChange({ id: owner.id, username: owner.username });
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
    />
  );
}
