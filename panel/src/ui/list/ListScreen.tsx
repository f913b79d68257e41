import { Button } from '@mantine/core';
import type { ListName } from '@ramal/contract/list-views';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { PageHeader, type PageHeaderProps } from '../layout/PageHeader.tsx';
import { useListView } from '../views/use-list-view.ts';
import { ViewTools } from '../views/ViewTools.tsx';
import { ListBody } from './List.tsx';
import type { List } from './list.ts';
import { ListDialogs, type ListDialogsProps } from './ListDialogs.tsx';
import styles from './ListScreen.module.css';
import { useFlash } from './use-flash.ts';

export interface ListScreenProps<Row>
  extends
    Omit<PageHeaderProps, 'actions' | 'phoneActions'>,
    Pick<ListDialogsProps<Row>, 'dialogs' | 'rowDialogs'> {
  list: List<Row> & { readonly name: ListName };
  /** Buttons of the header, before its own: export, other screens. */
  buttons?: ReactNode;
  /** The button that makes one. It also stands in the empty list. */
  create?: { readonly label: string; readonly onClick: () => void };
  /** After «Atualizar»: a link to the screen that makes one. */
  createLink?: ReactNode;
  /** Under the phone's bar; nothing unless given. `true`: the buttons, the view tools and «Atualizar». */
  phoneActions?: ReactNode;
  /** False: no «Atualizar». */
  refresh?: boolean;
  /** What «Atualizar» does where the list's own query is not all of it. */
  onRefresh?: () => void;
  refreshing?: boolean;
  /** Between the header and the toolbar: tabs, figures, a path. */
  above?: ReactNode;
  /** In the place of toolbar and table: a tree. */
  instead?: ReactNode;
  /** Where the stylesheet of a screen places the table. */
  className?: string | undefined;
  /** Keys of its own while the focus is in toolbar or table. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Dialogs and all else that stands over the list. */
  children?: ReactNode;
}

/** A screen that is one list: header, toolbar, table or cards, and the dialogs that its address names. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { above, instead, children, create, dialogs, rowDialogs } = props;
  const [flash, flashRow] = useFlash();
  const createButton = create && (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={create.onClick}>
      {create.label}
    </Button>
  );
  const list = {
    ...props.list,
    flash: props.list.flash ?? flash,
    empty: createButton ? { actions: createButton, ...props.list.empty } : props.list.empty,
  };
  const view = useListView(list.name, list.columns, list.params.views);
  const tools = list.filters ? null : <ViewTools view={view} />;
  const body = instead ?? <ListBody list={list} view={view} />;
  return (
    <>
      <PageHeader
        {...headerOf(props)}
        actions={
          <>
            {props.buttons}
            {tools}
            {props.refresh !== false && <RefreshButton {...props} />}
            {props.createLink}
            {createButton}
          </>
        }
        phoneActions={
          props.phoneActions === true ? (
            <div className={styles.phoneActions}>
              {props.buttons}
              {tools}
              {props.refresh !== false && <RefreshButton {...props} />}
            </div>
          ) : (
            props.phoneActions
          )
        }
      />
      {above}
      {props.className || props.onKeyDown ? (
        <div className={props.className} onKeyDown={props.onKeyDown}>
          {body}
        </div>
      ) : (
        body
      )}
      <ListDialogs
        list={list}
        onSaved={flashRow}
        {...(dialogs ? { dialogs } : {})}
        {...(rowDialogs ? { rowDialogs } : {})}
      />
      {children}
    </>
  );
}

function headerOf<Row>(props: ListScreenProps<Row>): PageHeaderProps {
  const { title, phoneTitle, breadcrumb, backTo, note, wide, siblings } = props;
  return {
    title,
    hasSearch: props.list.filters?.search !== undefined,
    ...(siblings === undefined ? {} : { siblings }),
    ...(phoneTitle === undefined ? {} : { phoneTitle }),
    ...(breadcrumb === undefined ? {} : { breadcrumb }),
    ...(backTo === undefined ? {} : { backTo }),
    ...(note === undefined ? {} : { note }),
    ...(wide === undefined ? {} : { wide }),
  };
}

function RefreshButton<Row>({ list, onRefresh, refreshing }: ListScreenProps<Row>) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={refreshing ?? (list.query.isRefetching && !list.polls)}
      onClick={onRefresh ?? (() => void list.query.refetch())}
    >
      Atualizar
    </Button>
  );
}
