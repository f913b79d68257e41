/** Customers of a coupon for chosen customers: search, results and the chosen ones. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { findLines } from '@ramal/contract/lines/find-lines';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import type { ChosenCustomer } from './coupon-form.ts';

interface ChooseCustomersProps {
  chosen: readonly ChosenCustomer[];
  error: string | undefined;
  onChange: (chosen: ChosenCustomer[]) => void;
}

export function ChooseCustomers({ chosen, error, onChange }: ChooseCustomersProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 150);
  const lines = useCall(
    findLines,
    { query: { search: settled } },
    { enabled: settled.length >= 2, keepPrevious: true },
  );
  const isChosen = (id: number) => chosen.some((customer) => customer.id === id);
  const results =
    settled.length < 2 ? [] : (lines.data?.lines ?? []).filter(({ id }) => !isChosen(id));
  return (
    <Stack gap="sm">
      <TextField
        label="Buscar cliente"
        placeholder="Nome, usuário ou WhatsApp"
        autoComplete="off"
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
      />
      {results.length > 0 && (
        <Group gap="sm" role="group" aria-label="Encontrados">
          {results.map((line) => {
            const { name } = customerName(line);
            return (
              <Button
                key={line.id}
                variant="default"
                onClick={() => {
                  onChange([...chosen, { id: line.id, name }]);
                  setSearch('');
                }}
              >
                {name}
              </Button>
            );
          })}
        </Group>
      )}
      {settled.length >= 2 && lines.data && results.length === 0 && (
        <Text c="dimmed" fz="note">
          Nenhum outro cliente com este texto
        </Text>
      )}
      {chosen.length > 0 && (
        <Group gap="sm" role="group" aria-label="Escolhidos">
          {chosen.map(({ id, name }) => (
            <Button
              key={id}
              variant="light"
              rightSection={<IconX size={15} stroke={1.75} aria-hidden />}
              aria-label={`Remover ${name}`}
              onClick={() => onChange(chosen.filter((customer) => customer.id !== id))}
            >
              {name}
            </Button>
          ))}
        </Group>
      )}
      {error && <FieldError>{error}</FieldError>}
    </Stack>
  );
}
