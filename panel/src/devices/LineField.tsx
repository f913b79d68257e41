/**
 * «Usuário»: selects the IPTV line for a device. The server searches by user name, note or WhatsApp
 * and returns ten lines. Sellers search their own lines, admins all lines (Q-SMARTSCOPE).
 */
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listDeviceLines } from '@ramal/contract/devices';
import { IconDeviceTv } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { useAccount } from '../lines/account.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { lineStateLabels } from './device-status.tsx';

interface LineFieldProps {
  value: string;
  onChange: (username: string) => void;
  error?: ReactNode;
  hint?: string;
}

const DEBOUNCE_MS = 300;

export function LineField({
  value,
  onChange,
  error,
  hint = 'O aparelho recebe usuário e senha desta linha.',
}: LineFieldProps) {
  const { isAdmin } = useAccount();
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  // If the field contains the selected name, no search is sent for it.
  const search = debounced === value ? '' : debounced;
  const lineOptions = useCall(
    listDeviceLines,
    { query: search ? { search } : {} },
    { keepPrevious: true },
  );
  const lines = lineOptions.data?.data ?? [];
  const names = [...new Set([...lines.map(({ username }) => username), ...(value ? [value] : [])])];
  return (
    <SelectField
      label="Usuário"
      name="username"
      icon={IconDeviceTv}
      searchable
      openOnFocus={false}
      placeholder="Procure por usuário, nota ou WhatsApp"
      hint={
        lineOptions.data && lineOptions.data.total > lines.length && !search
          ? 'Digite para achar as outras linhas.'
          : hint
      }
      nothingFoundMessage={
        lineOptions.isFetching || typed.trim() !== debounced
          ? 'Procurando…'
          : isAdmin
            ? 'Nenhuma linha IPTV assim'
            : 'Nenhuma linha IPTV sua assim'
      }
      data={names}
      // Disables the filter of the field, because the server has already searched.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const line = lines.find(({ username }) => username === option.value);
        const words = line ? lineStateLabels[line.state] : '';
        return (
          <Stack component="span" gap={0}>
            <b className="mono">{option.value}</b>
            {line && (
              <Text span inherit c="var(--ink-2)" fz="tag">
                {[line.note, words || `vence em ${line.expDate.slice(0, 10)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            )}
          </Stack>
        );
      }}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onSearchChange={setTyped}
      error={error ?? lineOptions.error?.message}
    />
  );
}
