/**
 * Number of customers who wait for a message today, by reason, with the way to the list. Renders
 * nothing if nobody waits.
 */
import { Group, Stack, Text } from '@mantine/core';
import { listMessages, type MessageReason } from '@ramal/contract/lines/messages';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';

const words: Readonly<Record<MessageReason, (count: number) => string>> = {
  paid: (count) => pluralize(count, 'pagou', 'pagaram'),
  renewed: (count) => pluralize(count, 'renovado', 'renovados'),
  today: (count) => pluralize(count, 'vence hoje', 'vencem hoje'),
  expired: (count) => pluralize(count, 'vencido', 'vencidos'),
  soon: (count) => pluralize(count, 'vence em breve', 'vencem em breve'),
};

/** Reads only the numbers. The run reads the customers. */
export const useMessageCounts = (enabled: boolean) =>
  useCall(listMessages, { query: { limit: 0 } }, { enabled, readableOffline: true });

export function MessagesToday() {
  const { data } = useMessageCounts(true);
  if (!data || data.total === 0) return null;
  return (
    <Panel py="md" px="2xl" label="Mensagens de hoje">
      <Group gap="lg" justify="space-between" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text component="h2" inherit fz="field" fw={600}>
            Mensagens de hoje{' '}
            <Text span inherit className="num" c="var(--ink-3)">
              {formatCount(data.total)}
            </Text>
          </Text>
          <Text inherit c="dimmed" fz="note">
            {data.byReason.map(({ reason, total }) => words[reason](total)).join(' · ')}
          </Text>
        </Stack>
        <LinkButton
          to="/charge"
          variant="whatsapp-soft"
          aria-label="Enviar as mensagens de hoje"
          leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
        >
          Enviar
        </LinkButton>
      </Group>
    </Panel>
  );
}
