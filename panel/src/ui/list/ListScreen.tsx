import { Button } from '@mantine/core';
import type { ListName } from '@ramal/contract/list-views';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Children, type KeyboardEvent, type ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { SortMenuProps } from '../table/cards/CardToolbar.tsx';
import type { EmptyList } from '../table/list-states.tsx';
import { PageHeader, type PageHeaderProps } from '../layout/PageHeader.tsx';
import { useListView } from '../views/use-list-view.ts';
import { ViewTools } from '../views/ViewTools.tsx';
import { ListBody, useHasUsualSheet } from './List.tsx';
import type { List } from './list.ts';
import { ListDialogs, type ListDialogsProps } from './ListDialogs.tsx';
import styles from './ListScreen.module.css';
import { useFlash } from './use-flash.ts';

export interface ListScreenProps<Row>
  extends
    Omit<PageHeaderProps, 'actions' | 'phoneActions'>,
    Pick<ListDialogsProps<Row>, 'dialogs' | 'rowDialogs'> {
  list: List<Row> & { readonly name: ListName };
  /** Buttons that the header shows before its own, such as the export. */
  buttons?: ReactNode;
  /** The button that creates a row, which `phoneActions` show too. It also stands in an empty list without one above it. */
  create?: { readonly label: string; readonly onClick: () => void };
  /** What empties the list: after every other button. */
  lastButton?: ReactNode;
  /** A link, after «Atualizar», to the screen that creates a row. */
  createLink?: ReactNode;
  /** What stands under the phone's bar. `true` means the buttons, the view tools, «Atualizar», `create` and `lastButton`. */
  phoneActions?: ReactNode;
  /** `false` hides «Atualizar». */
  refresh?: boolean;
  /** What «Atualizar» does where the list's own query is not all of it. */
  onRefresh?: () => void;
  refreshing?: boolean;
  /** Tabs, figures or a path, between the header and the toolbar. */
  above?: ReactNode;
  /** Replaces toolbar and table, by a tree for example. */
  instead?: ReactNode;
  /** The screen's own class for the place of the table. */
  className?: string | undefined;
  /** Handles the screen's own keys while the focus is in toolbar or table. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Dialogs and whatever else stands over the list. */
  children?: ReactNode;
}

/** A screen that is one list: header, toolbar, table or cards, and the dialogs that its address names. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { above, instead, children, create, dialogs, rowDialogs } = props;
  const [flash, flashRow] = useFlash();
  const isPhone = useIsPhone();
  const createButton = create && (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={create.onClick}>
      {create.label}
    </Button>
  );
  const list = {
    ...props.list,
    flash: props.list.flash ?? flash,
    empty: emptyOf(props.list.empty, createButton, isPhone && Boolean(props.phoneActions)),
  };
  const view = {
    ...useListView(list.name, list.columns, list.params.views),
    order: orderOf(list),
  };
  const tools = list.filters ? null : <ViewTools view={view} />;
  const hasSheet = useHasUsualSheet({ list, view }) && isPhone && props.refresh !== false;
  const body = instead ?? (
    <ListBody
      ofScreen
      list={list}
      view={view}
      onRefresh={hasSheet ? refreshOf(props) : undefined}
    />
  );
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
            {props.lastButton}
          </>
        }
        phoneActions={
          props.phoneActions === true
            ? phoneButtons([
                props.buttons,
                tools,
                !hasSheet && props.refresh !== false && <RefreshButton {...props} />,
                createButton,
                props.lastButton,
              ])
            : props.phoneActions
        }
      />
      {above}
      <BodyFrame {...props}>{body}</BodyFrame>
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

/** The element around toolbar and rows, where a screen needs one. */
const BodyFrame = ({
  className,
  onKeyDown,
  children,
}: Pick<ListScreenProps<never>, 'className' | 'onKeyDown' | 'children'>) =>
  className || onKeyDown ? (
    <div className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  ) : (
    children
  );

const orderOf = <Row,>({ columns, params, fixedSort }: List<Row>): SortMenuProps | undefined =>
  fixedSort
    ? undefined
    : {
        columns: columns.filter(({ sortable }) => sortable),
        sort: params.sort,
        onSort: params.setSort,
      };

/** Undefined where there are none, so that no empty band stands under the bar. */
const phoneButtons = (buttons: readonly ReactNode[]): ReactNode =>
  buttons.some(Boolean) ? (
    <div className={styles.phoneActions}>{Children.toArray(buttons)}</div>
  ) : undefined;

/** The empty list invites to the first row, unless the same button stands right above it, as on the phone. */
const emptyOf = (empty: EmptyList, create: ReactNode, standsAbove: boolean): EmptyList =>
  create && !standsAbove ? { actions: create, ...empty } : empty;

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

const refreshOf =
  <Row,>({ list, onRefresh }: Pick<ListScreenProps<Row>, 'list' | 'onRefresh'>) =>
  (): void =>
    onRefresh ? onRefresh() : void list.query.refetch();

function RefreshButton<Row>(props: ListScreenProps<Row>) {
  const { list, refreshing } = props;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} />}
      loading={refreshing ?? (list.query.isRefetching && !list.polls)}
      onClick={refreshOf(props)}
    >
      Atualizar
    </Button>
  );
}
