import { ActionIcon, Box } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { useListWidth, useShowsCards } from '../../foundation/viewport.ts';
import { BottomSheet } from '../bottom-sheet/BottomSheet.tsx';
import { ButtonPopover } from '../floating/ButtonPopover.tsx';
import { hiddenColumns } from '../table/column-settings.ts';
import type { ListViewState } from './use-list-view.ts';
import classes from './ViewTools.module.css';

// Loads the panels on the first click. Few users open them, and a list must not wait for their
// code.
const ColumnsPanel = lazy(async () => ({
  default: (await import('./ColumnsPanel.tsx')).ColumnsPanel,
}));
const ViewsPanel = lazy(async () => ({ default: (await import('./ViewsPanel.tsx')).ViewsPanel }));

interface ViewsSheetProps {
  view: ListViewState;
  part: 'views' | 'columns';
  opened: boolean;
  onClose: () => void;
}

/** Sheet with the panel for views or columns. */
export const ViewsSheet = ({ view, part, opened, onClose }: ViewsSheetProps) => (
  <BottomSheet opened={opened} onClose={onClose} label={part === 'views' ? 'Visões' : 'Colunas'}>
    <Suspense>
      {part === 'views' ? (
        <ViewsPanel view={view} onDone={onClose} />
      ) : (
        <ColumnsPanel view={view} />
      )}
    </Suspense>
  </BottomSheet>
);

/** Icons next to the search of a list. They open its views and its columns. */
export function ViewTools({ view }: { view: ListViewState }) {
  const isCards = useShowsCards();
  const [opened, setOpened] = useState<'views' | 'columns'>();
  const close = () => setOpened(undefined);
  const form = { width: useListWidth(), isCards };
  const hiddenCount = hiddenColumns(view.columns, view.settings, form).length;
  const glyph = { size: isCards ? 20 : 17, stroke: 1.75 };
  const Mark = view.active ? IconBookmarkFilled : IconBookmark;
  const viewsName = view.active ? `Visões: ${view.active.name}` : 'Visões';
  const views = {
    key: 'views' as const,
    name: viewsName,
    count: 0,
    icon: <Mark {...glyph} />,
    panel: <ViewsPanel view={view} onDone={close} />,
  };
  const columns = {
    key: 'columns' as const,
    name: hiddenCount === 0 ? 'Colunas' : `Colunas: ${pluralize(hiddenCount, 'oculta', 'ocultas')}`,
    count: hiddenCount,
    icon: <IconColumns3 {...glyph} />,
    panel: <ColumnsPanel view={view} />,
  };
  const tools = view.hasViews ? [views, columns] : [columns];
  if (isCards)
    return (
      <ToolsSheet
        label={view.hasViews ? 'Visões e colunas' : 'Colunas'}
        icon={tools[0]!.icon}
        opened={opened !== undefined}
        onOpen={() => setOpened('views')}
        onClose={close}
      >
        {tools.map(({ key, panel }) => (
          <div key={key}>{panel}</div>
        ))}
      </ToolsSheet>
    );
  return tools.map(({ key, name, count, icon, panel }) => (
    <ButtonPopover
      key={key}
      opened={opened === key}
      onChange={(on) => setOpened(on ? key : undefined)}
      position="bottom-end"
      offset={4}
      width={300}
      className={classes.panel}
      button={
        <ActionIcon
          className={classes.tool!}
          data-beside-search
          data-tooltip={opened === key ? undefined : name}
          variant="default"
          size={36}
          aria-label={name}
          data-on={(key === 'views' && view.active !== undefined) || undefined}
        >
          {icon}
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count}
            </span>
          )}
        </ActionIcon>
      }
    >
      <Suspense fallback={<Box h="calc(11 * var(--space-3xl))" />}>{panel}</Suspense>
    </ButtonPopover>
  ));
}

interface ToolsSheetProps {
  label: string;
  icon: ReactNode;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Icon next to the search of cards. It opens a sheet with views and columns. */
const ToolsSheet = ({ label, icon, opened, onOpen, onClose, children }: ToolsSheetProps) => (
  <>
    <ActionIcon
      className={classes.tool}
      data-beside-search
      variant="default"
      size={46}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {icon}
    </ActionIcon>
    <BottomSheet opened={opened} onClose={onClose} label="Visões e colunas">
      <Suspense>{opened && children}</Suspense>
    </BottomSheet>
  </>
);
