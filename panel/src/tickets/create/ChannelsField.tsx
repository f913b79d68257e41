/**
 * Field «Canais» for several channels. The server searches the catalogue, and the user can also
 * type names (S-TPORTAL-06).
 */
import { useDebouncedValue } from '@mantine/hooks';
import { listChannelOptions } from '@ramal/contract/catalogue/catalogue';
import { useRef, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { TagsField } from '../../ui/form/fields/choice-fields.tsx';

const DEBOUNCE_MS = 300;

interface Channel {
  readonly label: string;
  /** Id of the channel. The value is 0 for a typed name that is not in the catalogue. */
  readonly id: number;
}

interface ChannelsFieldProps {
  readonly value: readonly Channel[];
  readonly error: string | undefined;
  readonly onChange: (channels: readonly Channel[]) => void;
}

export function ChannelsField({ value, error, onChange }: ChannelsFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useCall(
    listChannelOptions,
    { query: search ? { search } : {} },
    { keepPrevious: true },
  );
  const channels = data?.channels ?? [];
  // Ids from earlier searches by label, so that a selected channel keeps its id.
  const idsByLabel = useRef(new Map<string, number>());
  for (const { label, value: id } of channels) idsByLabel.current.set(label, id);
  for (const { label, id } of value) idsByLabel.current.set(label, id);
  return (
    <TagsField
      label="Canais"
      name="channels"
      placeholder={value.length === 0 ? 'Procure pelo nome' : ''}
      maxTags={20}
      maxLength={200}
      data={[...new Set(channels.map(({ label }) => label))]}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      value={value.map(({ label }) => label)}
      onChange={(labels) =>
        onChange(labels.map((label) => ({ label, id: idsByLabel.current.get(label) ?? 0 })))
      }
    />
  );
}
