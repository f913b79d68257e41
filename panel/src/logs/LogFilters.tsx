/**
 * Filters of the log: account, month, year, type and event (S-LOG-02 to S-LOG-05, S-LOG-08 to
 * S-LOG-16).
 */
import { eventGroups, type LogType } from '@ramal/contract/logs';
import type { ReactNode } from 'react';
import { capitalised } from '../foundation/capitalised.ts';
import { pluralize } from '../foundation/numbers.ts';
import { TargetField, type Target } from '../reseller-search/TargetField.tsx';
import type { Profile } from '../sessions/profile.ts';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { FilterSheet } from '../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../ui/list/list.ts';
import type { Column } from '../ui/table/columns.ts';
import type { FilterSegments, FilterSelect } from '../ui/table/toolbar/FilterChips.tsx';
import type { LogFilterValues, LogParams } from './log-params.ts';
import { type LogRow, typeOptions } from './log-types.ts';
import { logYears, monthNames } from './months.ts';

interface LogFiltersInput {
  readonly params: LogParams;
  readonly filters: LogFilterValues;
  readonly profile: Profile | undefined;
  /** Accounts that are offered before the user types. */
  readonly resellers: readonly Target[];
  readonly now: Date;
}

/**
 * Select next to the title. The user chooses the log of all accounts, of the own account, or of
 * another reseller.
 */
export const WhoseLog = (input: LogFiltersInput) => (
  <>
    <ResellerField {...input} />
    <Segmented {...accountSegments(input)} />
  </>
);

/** Input for lists of cards. Their filter sheet contains all filters except the search. */
interface CardsInput {
  readonly columns: readonly Column<LogRow>[];
  readonly total: number | undefined;
  readonly exportButton: ReactNode;
}

export function logFilters(input: LogFiltersInput, cards: CardsInput | undefined): ListFilters {
  const search = { label: 'Buscar', placeholder: 'Usuário, revenda ou ação' };
  const selects = selectsOf(input);
  if (!cards) return { search, selects };
  return {
    search,
    segments: accountSegments(input),
    sheet: (view) => (
      <FilterSheet
        title="Filtrar"
        inUse={inUse(input)}
        onClear={() => input.params.change(noFilters)}
        shows={
          cards.total === undefined ? undefined : pluralize(cards.total, 'registro', 'registros')
        }
        columns={cards.columns}
        list={input.params}
        view={view}
        selects={selects}
        rest={() => cards.exportButton}
      >
        <ResellerField {...input} />
      </FilterSheet>
    ),
  };
}

export const noFilters = {
  reseller: undefined,
  name: undefined,
  month: undefined,
  year: undefined,
  logType: undefined,
  group: undefined,
};

const inUse = ({ params: { values } }: LogFiltersInput): number =>
  [values.reseller, values.month ?? values.year, values.logType, values.group].filter(
    (value) => value !== undefined,
  ).length;

const EVERYBODY = 'all';
const OWN = 'own';

function accountSegments({ params, filters, profile }: LogFiltersInput): FilterSegments {
  const { reseller } = filters;
  return {
    label: 'De quem',
    value: reseller === undefined ? EVERYBODY : reseller === profile?.id ? OWN : '',
    options: [
      { value: EVERYBODY, label: 'Toda a rede' },
      { value: OWN, label: 'Meus Logs' },
    ],
    onChange: (value) =>
      params.change({ reseller: value === OWN ? profile?.id : undefined, name: undefined }),
  };
}

function ResellerField({ params, filters, profile, resellers }: LogFiltersInput) {
  const { reseller } = filters;
  const username = resellers.find(({ id }) => id === reseller)?.username ?? params.values.name;
  const value =
    reseller === undefined || reseller === profile?.id
      ? undefined
      : { id: reseller, username: username ?? `ID ${reseller}` };
  return (
    <TargetField
      key={`${reseller} ${username}`}
      value={value}
      offered={resellers}
      placeholder="Uma revenda da rede"
      onChange={(chosen) => params.change({ reseller: chosen?.id, name: chosen?.username })}
    />
  );
}

const selectsOf = ({ params, filters, profile, now }: LogFiltersInput): FilterSelect[] => [
  {
    label: 'Mês',
    value: String(filters.month),
    options: monthNames.map((name, index) => ({
      value: String(index + 1),
      label: capitalised(name),
    })),
    onChange: (month) => params.change({ month: Number(month) }),
  },
  {
    label: 'Ano',
    value: String(filters.year),
    options: logYears(now).map((year) => ({ value: String(year), label: String(year) })),
    onChange: (year) => params.change({ year: Number(year) }),
  },
  {
    label: 'Tipo',
    value: String(filters.logType),
    options: typeOptions(profile),
    onChange: (type) => params.change({ logType: Number(type) as LogType }),
  },
  {
    label: 'Acontecimento',
    value: filters.group ?? '',
    options: groupOptions,
    onChange: (group) =>
      params.change({ group: eventGroups.find((eventGroup) => eventGroup === group) }),
  },
];

const groupOptions = [
  { value: '', label: 'Todos' },
  { value: 'new', label: 'Criados' },
  { value: 'test', label: 'Testes' },
  { value: 'imported', label: 'Importados' },
  { value: 'migrated', label: 'Migrados' },
  { value: 'renewed', label: 'Renovações' },
];
