/** The filters of a list of cards, and what is asked for now and then, away from the search and the cards. */
import { ActionIcon, Button } from '@mantine/core';
import { countTrials } from '@ramal/contract/lines/clean-trials';
import {
  IconAdjustmentsHorizontal,
  IconArrowsSort,
  IconBookmark,
  IconColumns3,
  IconFileSpreadsheet,
  IconRefresh,
  IconSelectAll,
} from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useExport } from '../../exports/use-export.tsx';
import { countOf, formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { BottomSheet } from '../../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import type { ListState } from '../../ui/list/list-params.ts';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { SortMenu } from '../../ui/table/cards/CardToolbar.tsx';
import type { FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import { ViewsSheet } from '../../ui/views/ViewTools.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { Line } from '../line.ts';
import { choices, useCleaning } from './CleanTests.tsx';
import type { LinePlatform, LineQuery } from '../platforms/platform.ts';
import classes from './ListMore.module.css';

export interface ListMoreProps {
  platform: LinePlatform;
  query: LineQuery;
  /** One's own tests can be cleared away here. */
  cleans: boolean;
  /** Lines that match; undefined until known. */
  total: number | undefined;
  /** How many filters are set. */
  inUse: number;
  columns: readonly Column<Line>[];
  list: ListState;
  onRefresh: () => void;
  /** Undefined where nothing can be selected. */
  onSelect: (() => void) | undefined;
  /** Of the filters, by when it ends and whether it was paid. */
  selects: readonly FilterSelect[];
  /** Takes every filter back. */
  onClear: () => void;
  view: ListViewState | undefined;
  /** Whose lines, and other lists. */
  children?: ReactNode;
}

export function ListMore(props: ListMoreProps) {
  const { platform, query, cleans, total, inUse, columns, list, onRefresh, onSelect } = props;
  const { selects, onClear, view } = props;
  const [opened, setOpened] = useState(false);
  const [arranging, setArranging] = useState<'views' | 'columns'>();
  const { spreadsheet: sheet } = platform;
  const exporting = useExport(sheet.declaration);
  // What was chosen begins when the sheet has gone and the focus is back on its button.
  const chosen = useRef<() => void>(undefined);
  const choose = (act: () => void) => () => {
    chosen.current = act;
    setOpened(false);
  };
  const begin = () => {
    const act = chosen.current;
    chosen.current = undefined;
    act?.();
  };
  return (
    <>
      <FilterButton inUse={inUse} busy={exporting.busy} onOpen={() => setOpened(true)} />
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        onClosed={begin}
        label="Filtros"
        title="Filtros"
        aside={
          inUse > 0 && (
            <Button size="sm" variant="link" onClick={onClear}>
              Limpar
            </Button>
          )
        }
      >
        {props.children}
        {selects.map((select) => (
          <Choice key={select.label} {...select} />
        ))}
        <SheetGroup>
          <Order columns={columns} list={list} />
          {view && <Arrange view={view} onOpen={(part) => choose(() => setArranging(part))()} />}
        </SheetGroup>
        <SheetGroup>
          {onSelect && (
            <SheetRow icon={IconSelectAll} label="Selecionar várias" onClick={choose(onSelect)} />
          )}
          <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(onRefresh)} />
          <SheetRow
            icon={IconFileSpreadsheet}
            label="Exportar Excel"
            onClick={choose(() => exporting.start(sheet.send(query)))}
          />
        </SheetGroup>
        {cleans && <Cleanings platform={platform} opened={opened} choose={choose} />}
        <Button fullWidth size="lg" mt={14} onClick={() => setOpened(false)}>
          {total === undefined ? 'Mostrar' : `Mostrar ${countOf(total, 'linha', 'linhas')}`}
        </Button>
      </BottomSheet>
      {view && (
        <ViewsSheet
          view={view}
          part={arranging ?? 'views'}
          opened={arranging !== undefined}
          onClose={() => setArranging(undefined)}
        />
      )}
      {exporting.window}
    </>
  );
}

interface CleaningsProps {
  platform: LinePlatform;
  opened: boolean;
  choose: (act: () => void) => () => void;
}

/** «Limpar testes», each with how many it would clear away. */
function Cleanings({ platform, opened, choose }: CleaningsProps) {
  const { data: counts, error } = useCall(countTrials, {}, { enabled: opened, staleMs: 0 });
  const clean = useCleaning(platform);
  return (
    <>
      <h3 className={classes.title}>Limpar testes</h3>
      <SheetGroup>
        {choices.map((choice) => {
          const count = counts && choice.count(counts);
          return (
            <SheetRow
              key={choice.range}
              label={choice.label}
              hint={count === undefined ? '…' : formatCount(count)}
              disabled={!count}
              onClick={choose(() => counts && void clean(choice, counts))}
            />
          );
        })}
      </SheetGroup>
      {error && <p className={classes.title}>{error.message}</p>}
    </>
  );
}

interface FilterButtonProps {
  inUse: number;
  busy: boolean;
  onOpen: () => void;
}

/** Beside the search; its badge counts the filters that are set. */
function FilterButton({ inUse, busy, onOpen }: FilterButtonProps) {
  return (
    <span data-beside-search className={classes.filters}>
      <ActionIcon
        bdrs={12}
        variant="default"
        size={46}
        aria-label={inUse === 0 ? 'Filtros' : `Filtros: ${inUse}`}
        aria-haspopup="dialog"
        loading={busy}
        onClick={onOpen}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.75} />
      </ActionIcon>
      {inUse > 0 && (
        <span className={classes.badge} aria-hidden>
          {inUse}
        </span>
      )}
    </span>
  );
}

const Choice = ({ label, value, options, onChange }: FilterSelect) => (
  <>
    <h3 className={classes.title}>{label}</h3>
    <ChoiceTiles words label={label} value={value} options={options} onChange={onChange} />
  </>
);

const Order = ({ columns, list }: Pick<ListMoreProps, 'columns' | 'list'>) => (
  <div className={classes.order}>
    <IconArrowsSort size={20} stroke={1.75} aria-hidden />
    <span>Ordem</span>
    <SortMenu
      columns={columns.filter(({ sortable }) => sortable)}
      sort={list.sort}
      onSort={list.setSort}
    />
  </div>
);

interface ArrangeProps {
  view: ListViewState;
  onOpen: (part: 'views' | 'columns') => void;
}

/** What the list remembers for this person. */
const Arrange = ({ view, onOpen }: ArrangeProps) => (
  <>
    <SheetRow
      icon={IconBookmark}
      label="Visões"
      hint={
        view.active?.name ??
        (view.views.length === 0 ? 'nenhuma salva' : countOf(view.views.length, 'salva', 'salvas'))
      }
      onClick={() => onOpen('views')}
    />
    <SheetRow icon={IconColumns3} label="Detalhes do cartão" onClick={() => onOpen('columns')} />
  </>
);
