/** «Usuário»: one of the account's lines, found on the server, or what was typed (S-TPORTAL-05). */
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listResellerUsers } from '@ramal/contract/tickets/tickets';
import { IconUser } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { splitProps } from '../../ui/form/fields/field-props.tsx';

const DEBOUNCE_MS = 300;

interface UserFieldProps {
  readonly value: { readonly id: number | undefined; readonly text: string };
  readonly error: string | undefined;
  readonly onChange: (value: { id: number | undefined; text: string }) => void;
}

export function UserField({ value, error, onChange }: UserFieldProps) {
  const [typed] = useDebouncedValue(value.text.trim(), DEBOUNCE_MS);
  const search = value.id === undefined ? typed : '';
  const { data } = useCall(
    listResellerUsers,
    { query: search ? { search } : {} },
    { keepPrevious: true },
  );
  const users = data?.users ?? [];
  const [wrapper] = splitProps({
    label: 'Usuário',
    optional: true,
    icon: IconUser,
    error,
    hint: 'Nome, nota ou usuário; o que não estiver na lista vai como foi escrito.',
  });
  return (
    <Autocomplete
      {...wrapper}
      name="idUser"
      maxLength={100}
      data={[...new Set(users.map(({ label }) => label))]}
      // The server has searched already.
      filter={({ options }) => options}
      comboboxProps={{ floatingStrategy: 'fixed', offset: 4 }}
      value={value.text}
      onChange={(text) => onChange({ text, id: users.find(({ label }) => label === text)?.value })}
    />
  );
}
