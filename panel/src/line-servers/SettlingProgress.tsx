/** Progress of resolving differences, and the rows that remained with their reasons. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { ProgressBar } from '../ui/status/ProgressBar.tsx';
import { actLabels } from './settle-acts.ts';
import type { Progress, Settling } from './use-settle.ts';

const MAX_SHOWN = 20;

export function SettlingProgress({ settling }: { readonly settling: Settling }) {
  const { progress, busy } = settling;
  if (!progress) return null;
  const { left } = progress;
  return (
    <Panel gap="lg" mb="2xl" p="2xl" label="Resolvendo diferenças">
      <Group gap="lg" wrap="nowrap">
        <Text component="h2" inherit fw={600} mr="auto" fz="body">
          {actLabels[progress.act]}
        </Text>
        <span className="num">
          {formatCount(progress.done)} de {formatCount(progress.total)}
        </span>
        <Button size="xs" variant="default" onClick={busy ? settling.stop : settling.dismiss}>
          {busy ? 'Parar' : 'Fechar'}
        </Button>
      </Group>
      <ProgressBar
        label="Resolvendo diferenças"
        share={progress.total === 0 ? 1 : progress.done / progress.total}
        running={busy}
        state={progress.state}
      />
      <p role="status">{summaryOf(progress)}</p>
      {left.length > 0 && (
        <Stack component="ul" gap="2xs" c="dimmed" aria-label="As que ficaram">
          {left.slice(0, MAX_SHOWN).map(({ username, reason }, index) => (
            <li key={`${username} ${index}`}>
              <b className="mono">{username}</b> {reason}
            </li>
          ))}
          {left.length > MAX_SHOWN && <li>e mais {formatCount(left.length - MAX_SHOWN)}</li>}
        </Stack>
      )}
    </Panel>
  );
}

function summaryOf({ settled, left, state }: Progress): string {
  const parts = [pluralize(settled, 'resolvida', 'resolvidas')];
  if (left.length > 0) parts.push(pluralize(left.length, 'ficou', 'ficaram'));
  if (state === 'stopped') parts.push('parado por você');
  if (state === 'failed') parts.push('interrompido, e o que foi resolvido fica');
  return parts.join(' · ');
}
