/** Month, year, type and a text, submitted together by Filtrar (S-LOG-05, 08 to 16). */
import { Button } from '@mantine/core';
import { eventGroups, type LogType } from '@ramal/contract/logs';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import classes from './LogFilters.module.css';
import type { LogFilterValues, LogParams } from './log-params.ts';
import { logYears, monthNames } from './months.ts';

export interface LogFiltersProps {
  readonly params: LogParams;
  readonly filters: LogFilterValues;
  readonly types: readonly { readonly value: string; readonly label: string }[];
  readonly now: Date;
  readonly busy: boolean;
}

export function LogFilters({ params, filters, types, now, busy }: LogFiltersProps) {
  const [month, setMonth] = useState(String(filters.month));
  const [year, setYear] = useState(String(filters.year));
  const [type, setType] = useState(String(filters.log_type));
  const [group, setGroup] = useState<string>(filters.group ?? '');
  const [search, setSearch] = useState(params.search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    params.change({
      month: Number(month),
      year: Number(year),
      log_type: Number(type) as LogType,
      group: eventGroups.find((one) => one === group),
      search: search.trim() === '' ? undefined : search.trim(),
    });
  };
  return (
    <form className={classes.root} role="search" onSubmit={submit}>
      <SelectField
        className={classes.month}
        label="Mês"
        data={monthNames.map((name, index) => ({ value: String(index + 1), label: capital(name) }))}
        value={month}
        onChange={(value) => setMonth(value!)}
      />
      <SelectField
        className={classes.year}
        label="Ano"
        data={logYears(now).map(String)}
        value={year}
        onChange={(value) => setYear(value!)}
      />
      <SelectField
        className={classes.type}
        label="Tipo"
        data={[...types]}
        value={type}
        onChange={(value) => setType(value!)}
      />
      <SelectField
        className={classes.type}
        label="Acontecimento"
        data={groupOptions}
        value={group}
        onChange={(value) => setGroup(value ?? '')}
      />
      <TextField
        className={classes.text}
        label="Texto"
        icon={IconSearch}
        placeholder="Usuário, revenda ou ação"
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="md"
        variant="default"
        loading={busy}
        leftSection={<IconFilter size={16} stroke={1.75} />}
      >
        Filtrar
      </Button>
    </form>
  );
}

const groupOptions = [
  { value: '', label: 'Todos' },
  { value: 'new', label: 'Criados' },
  { value: 'test', label: 'Testes' },
  { value: 'imported', label: 'Importados' },
  { value: 'migrated', label: 'Migrados' },
  { value: 'renewed', label: 'Renovações' },
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
