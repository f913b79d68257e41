/** The phone's options of a list: what is asked for now and then, away from the search and the cards. */
import { ActionIcon } from '@mantine/core';
import { countTrials } from '@ramal/contract/lines/clean-trials';
import { IconDots, IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useExport } from '../../exports/use-export.tsx';
import { formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { BottomSheet } from '../../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { choices, useCleaning } from './CleanTests.tsx';
import type { LinePlatform, LineQuery } from '../platforms/platform.ts';
import classes from './ListMore.module.css';

export interface ListMoreProps {
  platform: LinePlatform;
  wanted: LineQuery;
  /** One's own tests can be cleared away here. */
  cleans: boolean;
  onRefresh: () => void;
}

export function ListMore({ platform, wanted, cleans, onRefresh }: ListMoreProps) {
  const [opened, setOpened] = useState(false);
  const { spreadsheet: sheet } = platform;
  const exporting = useExport(sheet.declaration);
  const trials = useCall(countTrials, {}, { enabled: opened && cleans, staleMs: 0 });
  const clean = useCleaning(platform);
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
  const counts = trials.data;
  return (
    <>
      <ActionIcon
        bdrs={12}
        data-beside-search
        variant="default"
        size={46}
        aria-label="Opções da lista"
        aria-haspopup="dialog"
        loading={exporting.busy}
        onClick={() => setOpened(true)}
      >
        <IconDots size={20} stroke={1.75} />
      </ActionIcon>
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        onClosed={begin}
        label="Opções da lista"
      >
        <SheetGroup>
          <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(onRefresh)} />
          <SheetRow
            icon={IconFileSpreadsheet}
            label="Exportar Excel"
            onClick={choose(() => exporting.start(sheet.send(wanted)))}
          />
        </SheetGroup>
        {cleans && (
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
            {trials.error && <p className={classes.title}>{trials.error.message}</p>}
          </>
        )}
      </BottomSheet>
      {exporting.window}
    </>
  );
}
