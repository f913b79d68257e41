/**
 * Sheet for lists of cards with the filters and less frequent actions, such as export and deletion
 * of tests.
 */
import { Text } from '@mantine/core';
import { countTrials } from '@ramal/contract/lines/clean-trials';
import { IconFileSpreadsheet, IconRefresh, IconSelectAll } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExport } from '../../exports/use-export.tsx';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { SheetGroup, SheetRow, SheetTitle } from '../../ui/bottom-sheet/SheetRow.tsx';
import {
  type ChooseFromSheet,
  FilterSheet,
  type FilterSheetProps,
} from '../../ui/list/FilterSheet.tsx';
import type { Line } from '../line.ts';
import { choices, useCleaning } from './CleanTests.tsx';
import type { LinePlatform, LineQuery } from '../platforms/platform.ts';

interface ListMoreProps extends Pick<
  FilterSheetProps<Line>,
  'inUse' | 'columns' | 'list' | 'selects' | 'onClear' | 'view' | 'buttons'
> {
  platform: LinePlatform;
  query: LineQuery;
  /** True if the sheet offers to delete the account's own tests. */
  cleans: boolean;
  /** Number of matching lines. Undefined until it is loaded. */
  total: number | undefined;
  onRefresh: () => void;
  /** Starts the selection mode. Undefined if lines cannot be selected. */
  onSelect: (() => void) | undefined;
  /** Other content: the select for the owner, and links to other lists. */
  children?: ReactNode;
}

export function ListMore({
  platform,
  query,
  cleans,
  total,
  onRefresh,
  onSelect,
  ...filters
}: ListMoreProps) {
  const { spreadsheet: sheet } = platform;
  const exporting = useExport(sheet.declaration);
  return (
    <>
      <FilterSheet
        {...filters}
        shows={total === undefined ? undefined : pluralize(total, 'linha', 'linhas')}
        busy={exporting.busy}
        rest={(choose, opened) => (
          <>
            <SheetGroup>
              {onSelect && (
                <SheetRow
                  icon={IconSelectAll}
                  label="Selecionar várias"
                  onClick={choose(onSelect)}
                />
              )}
              <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(onRefresh)} />
              <SheetRow
                icon={IconFileSpreadsheet}
                label="Exportar Excel"
                onClick={choose(() => exporting.start(sheet.send(query)))}
              />
            </SheetGroup>
            {cleans && <Cleanings platform={platform} opened={opened} choose={choose} />}
          </>
        )}
      />
      {exporting.window}
    </>
  );
}

interface CleaningsProps {
  platform: LinePlatform;
  opened: boolean;
  choose: ChooseFromSheet;
}

/** Options of «Limpar testes». Each one shows the number of tests that it would delete. */
function Cleanings({ platform, opened, choose }: CleaningsProps) {
  const { data: counts, error } = useCall(countTrials, {}, { enabled: opened, staleMs: 0 });
  const clean = useCleaning(platform);
  return (
    <>
      <SheetTitle>Limpar testes</SheetTitle>
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
      {error && (
        <Text c="var(--ink-3)" fz="sm" p="0.875rem 0.25rem 0.375rem">
          {error.message}
        </Text>
      )}
    </>
  );
}
