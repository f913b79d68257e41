import { ActionIcon, Button, Text } from '@mantine/core';
import type { ListName } from '@ramal/contract/list-views';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { SortMenuProps } from '../table/cards/CardToolbar.tsx';
import { PageHeader, type PageHeaderProps } from '../layout/PageHeader.tsx';
import { useListView } from '../views/use-list-view.ts';
import { ViewTools } from '../views/ViewTools.tsx';
import { ListBody, type PhoneHeader } from './List.tsx';
import type { List } from './list.ts';
import { ListDialogs, type ListDialogsProps } from './ListDialogs.tsx';
import { ListForm, type ListFormProps } from './ListForm.tsx';
import styles from './ListScreen.module.css';
import { useFlash } from './use-flash.ts';
import { sortKey } from '../table/columns.ts';

export interface ListScreenProps<Row>
  extends
    Omit<PageHeaderProps, 'actions' | 'phoneActions'>,
    Pick<ListDialogsProps<Row>, 'dialogs' | 'rowDialogs'> {
  list: List<Row> & { readonly name: ListName };
  /**
   * Additional buttons of the header, such as the export. They are before the header's own buttons.
   * On the phone they are in the sheet of the list.
   */
  buttons?: ReactNode;
  /**
   * Button that creates a row. On the phone it is a plus next to the search. An empty list shows it
   * too.
   */
  create?: { readonly label: string; readonly onClick: () => void };
  /** Button that deletes all rows. It follows all other buttons. */
  lastButton?: ReactNode;
  /** Link to the screen that creates a row. It follows «Atualizar». */
  createLink?: ReactNode;
  /** Content below the phone's bar, for a screen whose `instead` replaces the list. */
  phoneActions?: ReactNode;
  /**
   * Form above the list. On the phone a button opens the form, so that the first row stays visible.
   */
  form?: ListFormProps | undefined;
  /** Figures and cards above the toolbar. On the phone they are below the list. */
  summary?: ReactNode;
  /** False if «Atualizar» is hidden. */
  refresh?: boolean;
  /**
   * Runs when the user presses «Atualizar». Needed if the screen shows more data than the list's
   * query.
   */
  onRefresh?: () => void;
  refreshing?: boolean;
  /** Tabs or a breadcrumb between the header and the toolbar. */
  above?: ReactNode;
  /** Content that replaces the toolbar and the table, such as a tree. */
  instead?: ReactNode;
  /** Class name for the container of the table. */
  className?: string | undefined;
  /** Handles the keys of this screen while the focus is in the toolbar or the table. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  /** Content after the list, such as dialogs. */
  children?: ReactNode;
}

/**
 * Screen with one list. It contains the header, the toolbar, a table or cards, and the dialogs that
 * the address names.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { above, summary, instead, note, form, children, create, dialogs, rowDialogs } = props;
  const [flash, flashRow] = useFlash();
  const isPhone = useIsPhone();
  const createButton = create && <CreateButton {...create} />;
  const list = {
    ...props.list,
    flash: props.list.flash ?? flash,
    empty: createButton ? { actions: createButton, ...props.list.empty } : props.list.empty,
  };
  const view = {
    ...useListView(list.name, list.columns, list.params.views),
    order: orderOf(list),
  };
  const phone = isPhone && !instead ? phoneHeaderOf(props) : undefined;
  // True with `instead`, and otherwise after the first request has ended. The content below the
  // list is rendered only then, so that it does not move.
  const isRead = Boolean(instead) || list.page !== undefined || list.query.error !== null;
  const body = instead ?? <ListBody ofScreen {...{ list, view, phone }} />;
  return (
    <>
      <PageHeader
        {...headerOf(props, isPhone)}
        actions={
          <>
            {props.buttons}
            {list.filters ? null : <ViewTools view={view} />}
            {props.refresh !== false && <RefreshButton {...props} />}
            {props.createLink}
            {createButton}
            {props.lastButton}
          </>
        }
        phoneActions={props.phoneActions}
      />
      {above}
      {form && <ListForm {...form} />}
      {!isPhone && summary}
      <BodyFrame {...props}>{body}</BodyFrame>
      {isPhone && isRead && <div className={styles.after}>{summary}</div>}
      {isPhone && !instead && isRead && note && (
        <Text mt="3xl" c="dimmed" fz="body">
          {note}
        </Text>
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

type CreateProps = NonNullable<ListScreenProps<never>['create']>;

const CreateButton = ({ label, onClick }: CreateProps) => (
  <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onClick}>
    {label}
  </Button>
);

const CreateIcon = ({ label, onClick }: CreateProps) => (
  <ActionIcon
    data-beside-search
    bdrs={12}
    variant="filled"
    size={46}
    aria-label={label}
    onClick={onClick}
  >
    <IconPlus size={20} stroke={1.75} aria-hidden />
  </ActionIcon>
);

/**
 * Returns the parts of the header for the phone. The plus creates a row, or opens the form of the
 * screen if `create` is undefined.
 */
function phoneHeaderOf<Row>(props: ListScreenProps<Row>): PhoneHeader {
  const { create, form, buttons, lastButton, refresh } = props;
  const openForm = form && { label: form.label, onClick: form.onOpen };
  const plus = create ?? openForm;
  return {
    create: plus && <CreateIcon {...plus} />,
    buttons:
      buttons || lastButton || (create && form) ? (
        <>
          {create && openForm && <CreateButton {...openForm} />}
          {buttons}
          {lastButton}
        </>
      ) : undefined,
    onRefresh: refresh === false ? undefined : refreshOf(props),
  };
}

/** Element around the toolbar and the rows. Only some screens need it. */
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
        columns: columns.filter(sortKey),
        sort: params.sort,
        onSort: params.setSort,
      };

/** Returns the header of the page. On the phone the note is below the list. */
function headerOf<Row>(props: ListScreenProps<Row>, isPhone: boolean): PageHeaderProps {
  const { title, phoneTitle, breadcrumb, backTo, note, tabs, wide, siblings } = props;
  return {
    title,
    hasSearch: props.list.filters?.search !== undefined,
    ...(siblings === undefined ? {} : { siblings }),
    ...(phoneTitle === undefined ? {} : { phoneTitle }),
    ...(breadcrumb === undefined ? {} : { breadcrumb }),
    ...(backTo === undefined ? {} : { backTo }),
    ...(note === undefined || (isPhone && !props.instead) ? {} : { note }),
    ...(tabs === undefined ? {} : { tabs }),
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
