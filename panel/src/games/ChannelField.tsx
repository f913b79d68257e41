/** Selects a channel of the catalogue. The server searches while the user types (S-GAMES-01). */
import { useDebouncedValue } from '@mantine/hooks';
import { listChannelOptions } from '@ramal/contract/catalogue/catalogue';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import type { FieldBinding } from '../ui/form/use-form.ts';

const DEBOUNCE_MS = 300;

interface ChannelFieldProps extends FieldBinding<string> {
  readonly label: string;
  /** Channel that is selected initially. The catalogue may no longer contain it. */
  readonly offered?: Option | undefined;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

export function ChannelField({ value, offered, ...field }: ChannelFieldProps) {
  const [typed, setTyped] = useState(offered?.label ?? '');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  // The selected channel. If the field still contains its name, no search is sent, because the
  // result would only be that channel.
  const chosen = useRef(offered);
  const searchText = search === chosen.current?.label ? '' : search;
  const channels = useCall(
    listChannelOptions,
    { query: searchText ? { search: searchText } : {} },
    { keepPrevious: true },
  );
  const options = (channels.data?.channels ?? []).map(({ label, value: id }) => ({
    value: String(id),
    label,
  }));
  chosen.current = options.find((option) => option.value === value) ?? chosen.current;
  const chosenOption = chosen.current?.value === value ? chosen.current : undefined;
  const isOffered = options.some((option) => option.value === value);
  return (
    <SelectField
      {...field}
      value={value || null}
      icon={IconSearch}
      searchable
      clearable
      placeholder="Procure pelo nome"
      nothingFoundMessage={
        channels.isFetching
          ? 'Procurando…'
          : channels.error
            ? 'Não deu para carregar os canais'
            : 'Nenhum canal com este nome'
      }
      filter={({ options: all }) => all}
      data={chosenOption && !isOffered ? [chosenOption, ...options] : options}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
