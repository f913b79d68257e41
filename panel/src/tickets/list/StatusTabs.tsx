import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type TicketStatus, statusTabs, ticketStatuses } from '@ramal/contract/rules/tickets';
import type { listTickets } from '@ramal/contract/tickets/tickets';
import { IconChevronDown } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import { FilterChips } from '../../ui/table/toolbar/FilterChips.tsx';
import { tabLabel } from '../ticket-words.ts';
import classes from './StatusTabs.module.css';

type Counts = Pick<ResponseOf<typeof listTickets>, 'counts' | 'unread'>;

interface StatusTabsProps {
  readonly status: TicketStatus;
  readonly data: Counts | undefined;
  readonly onChange: (status: TicketStatus) => void;
}

/** Tabs of the narrow pane. Its menu «Mais» contains the tabs with tickets that need no answer. */
export function StatusTabs({ status, data, onChange }: StatusTabsProps) {
  const inMenu = ticketStatuses.slice(2);
  const isInMenu = inMenu.includes(status);
  const unreadInMenu = inMenu.some((value) => (data?.unread[value] ?? 0) > 0);
  return (
    <div className={classes.root} role="group" aria-label="Status">
      {ticketStatuses.slice(0, 2).map((value) => (
        <button
          key={value}
          type="button"
          className={classes.part}
          data-chosen-mark="bar"
          aria-pressed={value === status}
          data-unread={(data?.unread[value] ?? 0) > 0 || undefined}
          onClick={() => onChange(value)}
        >
          <TabName status={value} data={data} />
        </button>
      ))}
      <ButtonMenu
        position="bottom-end"
        offset={4}
        button={
          <button
            type="button"
            className={classes.part}
            data-chosen-mark="bar"
            data-chosen={isInMenu || undefined}
            data-unread={unreadInMenu || undefined}
          >
            {isInMenu ? <TabName status={status} data={data} /> : 'Mais'}
            {!isInMenu && unreadInMenu && (
              <span className="visually-hidden"> · respostas não lidas</span>
            )}
            <IconChevronDown size={15} stroke={1.75} aria-hidden />
          </button>
        }
        choices={() => [
          inMenu.map((value) => ({
            key: String(value),
            label: tabLabel(value, data?.unread[value] ?? 0),
            aside: data && formatCount(data.counts[value]),
            chosen: value === status,
            choose: () => onChange(value),
          })),
        ]}
      />
    </div>
  );
}

function TabName({ status, data }: { status: TicketStatus; data: Counts | undefined }) {
  const unread = tabLabel(status, data?.unread[status] ?? 0).slice(statusTabs[status].length);
  return (
    <>
      {statusTabs[status]}
      {data && <span className={classes.count}>{formatCount(data.counts[status])}</span>}
      {unread && <span className="visually-hidden">{unread}</span>}
    </>
  );
}

/** Tabs as chips in one row that scrolls horizontally, for the phone. */
export const StatusChips = ({ status, data, onChange }: StatusTabsProps) => (
  <FilterChips
    selects={none}
    segments={{
      label: 'Status',
      value: String(status),
      options: ticketStatuses.map((value) => ({
        value: String(value),
        label: tabLabel(value, data?.unread[value] ?? 0),
        ...(data ? { count: data.counts[value] } : {}),
      })),
      onChange: (value) => onChange(Number(value) as TicketStatus),
    }}
  />
);

const none: never[] = [];
