/**
 * Dialog of «Exportar Excel». The user can select a status that the exported tickets receive
 * (Q-TICKETUPDATE).
 */
import { Button } from '@mantine/core';
import type { RequestOf } from '@ramal/contract/api/endpoint';
import { type TicketStatus, type TicketSystem, statusTabs } from '@ramal/contract/rules/tickets';
import { exportTickets } from '@ramal/contract/tickets/export-tickets';
import { listPortalTickets, listTickets } from '@ramal/contract/tickets/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useExport } from '../../exports/use-export.tsx';
import { queryKey } from '../../foundation/api/query.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';

const choices = [
  { value: '0', label: 'N/A' },
  { value: '2', label: 'Andamento' },
  { value: '3', label: 'Respondidos' },
  { value: '1', label: 'Finalizados' },
];

type Body = RequestOf<typeof exportTickets>['body'];

interface ExportTicketsProps {
  readonly system: TicketSystem;
  readonly status: TicketStatus;
  /** Filters of the list on the screen. */
  readonly filters: Omit<Body, 'status' | 'systemTypeId' | 'atualizaStatus' | 'ids'>;
  /** Number of tickets in the export. */
  readonly count: number | undefined;
}

export function ExportTickets({ system, status, filters, count }: ExportTicketsProps) {
  const [opened, setOpened] = useState(false);
  const [next, setNext] = useState('0');
  const client = useQueryClient();
  const { start, busy, window } = useExport(exportTickets, {
    onStarted: () => {
      for (const list of [listTickets, listPortalTickets])
        void client.invalidateQueries({ queryKey: queryKey(list) });
    },
  });
  const changes = next === '0' ? 0 : (count ?? 0);
  const run = () => {
    start({
      body: { ...filters, status, systemTypeId: system, atualizaStatus: Number(next) },
    });
    setOpened(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />}
        loading={busy}
        onClick={() => setOpened(true)}
      >
        Exportar Excel
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Exportar ${formatCount(count ?? 0)} ${count === 1 ? 'ticket' : 'tickets'} em ${statusTabs[status]}`}
        subtitle="Depois de exportar, o status deles muda para:"
        width={520}
        footer={
          <>
            <Button size="md" variant="default" onClick={() => setOpened(false)}>
              Cancelar
            </Button>
            <Button size="md" onClick={run}>
              {changes > 0 ? `Exportar e mudar ${formatCount(changes)}` : 'Exportar'}
            </Button>
          </>
        }
      >
        <Segmented
          wide
          label="Status depois de exportar"
          value={next}
          options={choices}
          onChange={setNext}
        />
      </Dialog>
      {window}
    </>
  );
}
