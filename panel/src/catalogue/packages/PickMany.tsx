import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import classes from './PickMany.module.css';
import { SearchField } from '../../ui/table/toolbar/SearchField.tsx';

export interface PickOption {
  readonly id: number;
  readonly name: string;
  /** Content of the option, such as «128 canais». */
  readonly note?: string;
}

interface PickGroup {
  readonly title?: string;
  readonly options: readonly PickOption[];
}

export interface PickManyProps {
  label: string;
  groups: readonly PickGroup[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** Shown if there are no options. */
  nothing: ReactNode;
  error?: ReactNode;
}

const SEARCH_FROM = 12;

/**
 * Selects several options from grouped checkboxes. A group can be selected at once, and a long list
 * has a search field.
 */
export function PickMany({ label, groups, value, onChange, nothing, error }: PickManyProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const all = groups.flatMap(({ options }) => options);
  const needle = search.toLocaleLowerCase('pt-BR');
  const shown = groups
    .map((group) => ({
      ...group,
      options: group.options.filter(({ name }) => name.toLocaleLowerCase('pt-BR').includes(needle)),
    }))
    .filter(({ options }) => options.length > 0);
  const select = (ids: readonly number[], on: boolean) =>
    onChange(on ? [...new Set([...value, ...ids])] : value.filter((id) => !ids.includes(id)));
  return (
    <Stack
      gap="xs"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <Group
        component="p"
        gap="lg"
        align="stretch"
        justify="space-between"
        wrap="nowrap"
        fz="control"
        fw={500}
      >
        <span id={`${id}-label`}>{label}</span>
        <Text span inherit c="var(--ink-3)" fw={400} className={classes.count}>
          {formatCount(value.length)} de {formatCount(all.length)}
        </Text>
      </Group>
      {all.length > SEARCH_FROM && (
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Procurar"
          label={`Procurar em ${label}`}
          waitMs={0}
          second
        />
      )}
      <div
        className={classes.list}
        data-error={error ? true : undefined}
        aria-invalid={error ? true : undefined}
        tabIndex={-1}
      >
        {shown.length === 0 && (
          <Text p="md" c="var(--ink-3)" fz="control">
            {all.length === 0 ? nothing : `Nada para “${search}”`}
          </Text>
        )}
        {shown.map((group, index) => (
          <GroupBoxes key={group.title ?? index} group={group} value={value} onSelect={select} />
        ))}
      </div>
      {error && (
        <Text mt="xs" c="var(--bad)" fz="caption" lh="var(--leading-tag)" id={`${id}-error`}>
          {error}
        </Text>
      )}
    </Stack>
  );
}

interface GroupBoxesProps {
  group: PickManyProps['groups'][number];
  value: readonly number[];
  onSelect: (ids: readonly number[], on: boolean) => void;
}

function GroupBoxes({ group, value, onSelect }: GroupBoxesProps) {
  const ids = group.options.map((option) => option.id);
  const chosen = ids.filter((id) => value.includes(id)).length;
  return (
    <div>
      {group.title && (
        <Checkbox
          className={classes.group}
          label={group.title}
          checked={chosen === ids.length}
          indeterminate={chosen > 0 && chosen < ids.length}
          onChange={({ currentTarget }) => onSelect(ids, currentTarget.checked)}
        />
      )}
      {group.options.map((option) => (
        <Checkbox
          key={option.id}
          ms={group.title ? '2xl' : 0}
          label={
            <>
              <span>{option.name}</span>
              {option.note && <small>{option.note}</small>}
            </>
          }
          checked={value.includes(option.id)}
          onChange={({ currentTarget }) => onSelect([option.id], currentTarget.checked)}
        />
      ))}
    </div>
  );
}
