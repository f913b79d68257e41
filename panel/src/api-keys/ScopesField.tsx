/** Permissions of a key: none, read or full access for each group of calls. */
import { Box, Group, Stack } from '@mantine/core';
import { type ApiScope, type ScopeGroup, scopeGroups } from '@ramal/contract/api-keys';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { groupLabels } from './key-words.ts';

type ScopeChoice = 'none' | 'read' | 'write';
export type ScopeChoices = Readonly<Record<ScopeGroup, ScopeChoice>>;

export const chosenScopes = (choices: ScopeChoices): ApiScope[] =>
  scopeGroups.flatMap((group) =>
    choices[group] === 'none' ? [] : [`${group}:${choices[group]}` as ApiScope],
  );

const options = [
  { value: 'none', label: 'Nada' },
  { value: 'read', label: 'Ler' },
  { value: 'write', label: 'Ler e agir' },
];

interface ScopesFieldProps {
  readonly value: ScopeChoices;
  readonly error: string | undefined;
  readonly onChange: (value: ScopeChoices) => void;
}

export function ScopesField({ value, error, onChange }: ScopesFieldProps) {
  return (
    <Stack component="fieldset" gap="sm" m={0} p={0} bd="0" aria-invalid={error ? true : undefined}>
      <Box component="legend" mb="xs" p={0} fz="note" fw={500}>
        O que ela pode
      </Box>
      {scopeGroups.map((group) => (
        <Group key={group} gap="lg" justify="space-between" wrap="nowrap">
          <span>{groupLabels[group]}</span>
          <Segmented
            label={groupLabels[group]}
            value={value[group]}
            options={options}
            onChange={(choice) => onChange({ ...value, [group]: choice as ScopeChoice })}
          />
        </Group>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </Stack>
  );
}
