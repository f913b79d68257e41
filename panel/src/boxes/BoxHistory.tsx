/** «Histórico»: sign-ins of a box, and the messages and commands sent to it, latest first. */
import { Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { Box } from '@ramal/contract/boxes/boxes';
import { listBoxHistory } from '@ramal/contract/boxes/box-orders';
import { IconHistory } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { atSeconds, customerName, deliveryText, historyLabels } from './box-words.ts';

type HistoryRow = ResponseOf<typeof listBoxHistory>[number];

export function BoxHistory({ box, onClose }: { box: Box; onClose: () => void }) {
  const query = useCall(listBoxHistory, { params: { id: box.id } });
  return (
    <Dialog
      onClose={onClose}
      title={`Histórico da caixa de ${customerName(box)}`}
      subtitle={<span className="mono">{box.mac}</span>}
      icon={IconHistory}
      width={520}
      closeLabel="Fechar"
    >
      <Loaded query={query} failed="Não deu para carregar o histórico" calm height={44} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              tone="plain"
              icon={IconHistory}
              title="Nada ainda"
              text="Aparece aqui quando a caixa ligar ou receber uma ordem."
            />
          ) : (
            <Stack component="ul" gap="lg">
              {rows.map((row, index) => (
                <Entry key={`${row.atTimestamp}-${index}`} row={row} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Entry({ row }: { row: HistoryRow }) {
  const isOrder = row.kind !== 'sign-in' && row.kind !== 'other-device';
  return (
    <li>
      <Group justify="space-between" align="baseline" gap="0 var(--space-lg)">
        <b>{historyLabels[row.kind]}</b>
        <Text span inherit c="var(--ink-2)" fz="note" className="num">
          {formatDateTime(atSeconds(row.atTimestamp))}
        </Text>
      </Group>
      <Text c="var(--ink-2)" fz="note">
        {[row.text, row.model, isOrder && deliveryText(row)].filter(Boolean).join(' · ')}
      </Text>
    </li>
  );
}
