/**
 * Page of one customer: a sheet over the cards, a panel next to the table, or the whole screen. A
 * section replaces each window that showed the same content before.
 */
import { Button, Skeleton } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useContext, useEffect, useRef } from 'react';
import { useShowsCards } from '../../foundation/viewport.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import type { RowAction } from '../../ui/table/columns.ts';
import { OtherLineDialogsContext } from '../dialogs/other-line-dialogs.ts';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import type { Line } from '../line.ts';
import type { OpenCustomer } from '../list/line-params.ts';
import type { LinesRead } from '../list/lines-read.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { AccessSection } from './access/AccessSection.tsx';
import { type Customer, useCustomerLine } from './customer.ts';
import { CustomerActs } from './CustomerActs.tsx';
import { CustomerFrame, type FrameState } from './CustomerFrame.tsx';
import { CustomerHead } from './head/CustomerHead.tsx';
import { DevicesSection } from './playing/DevicesSection.tsx';
import { MoneySection } from './money/MoneySection.tsx';
import { NotesSection } from './notes/NotesSection.tsx';
import { Section } from './parts/Section.tsx';
import { TimelineSection } from './timeline/TimelineSection.tsx';
import { useCustomerEdits } from './use-customer-edits.ts';
import { useSteps } from './use-steps.ts';

export interface CustomerPageProps {
  readonly platform: LinePlatform;
  readonly open: OpenCustomer;
  readonly list: LinesRead;
  /** Rows that the list shows. */
  readonly rows: readonly Line[] | undefined;
  readonly acts: LineActions;
  readonly actions: readonly RowAction<Line>[];
  readonly now: Date;
  /** True if the key Enter opened the page, which then gets the focus. */
  readonly takesFocus: boolean;
}

export function CustomerPage(props: CustomerPageProps) {
  const { open, list, rows, platform, acts, actions, now, takesFocus } = props;
  const { params } = list;
  const isCards = useShowsCards();
  const form = isCards ? 'sheet' : open.isWhole ? 'page' : 'panel';
  const { line, facts, query, isGone } = useCustomerLine(open.lineId, rows);
  const frame: FrameState = {
    form,
    steps: useSteps(list, open.lineId),
    line: isGone ? undefined : line,
    acts,
    now,
    takesFocus,
    onClose: params.close,
    onWhole: (isWhole) => params.showWholePage(isWhole),
  };
  if (isGone || (!line && query.error))
    return (
      <CustomerFrame {...frame} head={null} actions={null}>
        {isGone ? (
          <Gone onClose={params.close} />
        ) : (
          <ErrorState
            title="Não deu para carregar este cliente"
            error={query.error!}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </CustomerFrame>
    );
  if (!line)
    return (
      <CustomerFrame {...frame} head={<Skeleton height={116} radius={10} />} actions={null}>
        <Skeleton height={340} radius={10} mt="xl" role="status" aria-label="Carregando" />
      </CustomerFrame>
    );
  return (
    <LoadedCustomer
      // Another customer has no state of the previous one.
      key={line.id}
      frame={frame}
      customer={{
        platform,
        line,
        facts,
        acts,
        actions,
        now,
        form,
        section: open.section,
        openSection: (section) => params.openCustomer(line.id, section),
      }}
    />
  );
}

interface LoadedCustomerProps {
  readonly frame: FrameState;
  readonly customer: Omit<Customer, 'edits'>;
}

function LoadedCustomer({ frame, customer: facts }: LoadedCustomerProps) {
  const { platform, line } = facts;
  const customer: Customer = { ...facts, edits: useCustomerEdits(platform, line) };
  // A section that the address names starts open, so its component is mounted again.
  const key = customer.section;
  return (
    <CustomerFrame
      {...frame}
      head={<CustomerHead key={`head-${key === 'edit'}`} customer={customer} />}
      actions={<CustomerActs customer={customer} />}
      aside={
        <>
          <TimelineSection key={`timeline-${key === 'history'}`} customer={customer} />
          <NotesSection key={`note-${key === 'note'}`} customer={customer} />
        </>
      }
    >
      <AccessSection key={`access-${key === 'package'}`} customer={customer} />
      <MoneySection key={`money-${key === 'price'}`} customer={customer} />
      <DevicesSection customer={customer} />
      <RemindersSection customer={customer} />
    </CustomerFrame>
  );
}

/** Reminders are opened from ⋯, because few sellers change them. */
function RemindersSection({ customer: { line, section, openSection } }: { customer: Customer }) {
  const other = useContext(OtherLineDialogsContext);
  if (section !== 'reminders' || !other) return null;
  return (
    <Section title="Lembretes" isTarget>
      <other.reminders line={line} onClose={() => openSection(undefined)} />
    </Section>
  );
}

function Gone({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <EmptyState
      icon={IconUserOff}
      tone="plain"
      title="Este cliente não existe mais."
      actions={
        <Button ref={button} variant="default" onClick={onClose}>
          Voltar à lista
        </Button>
      }
    />
  );
}
