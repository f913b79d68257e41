/**
 * Shows since when any second can be restored. If point-in-time recovery is not possible, shows the
 * reason and what to do.
 */
import { Stack } from '@mantine/core';
import { IconHistory, IconInfoCircle } from '@tabler/icons-react';
import { formatDateTime } from '../foundation/dates.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { type Backups, offReasons, storeNames } from './backup-words.ts';

export function PointInTime({ backups }: { readonly backups: Backups }) {
  const { state, chains } = backups.pointInTime;
  if (state !== 'on')
    return (
      <Stack component="section" gap="lg" mb="3xl" aria-label="Voltar a um segundo">
        <Notice tone="accent" icon={IconInfoCircle}>
          {offReasons[state]}
        </Notice>
        {state === 'own-database' && (
          <CopyRow
            label="Depois de restaurar"
            value={`${backups.restoreCommand} --restored-until 2026-11-20T13:31:58`}
            wrap="below"
          />
        )}
      </Stack>
    );
  const reached = chains.filter(({ closedTimestamp: closed }) => closed !== null);
  return (
    <Stack component="section" gap="lg" mb="3xl" aria-label="Voltar a um segundo">
      <Notice tone="accent" icon={IconHistory}>
        {reached.length === 0
          ? 'A primeira cópia de base está sendo feita. Depois dela dá para voltar a qualquer segundo.'
          : `Dá para voltar a qualquer segundo: ${reached.map(sinceAt).join('; ')}.`}
      </Notice>
    </Stack>
  );
}

const sinceAt = ({
  type,
  baseTimestamp: since,
}: Backups['pointInTime']['chains'][number]): string =>
  `no ${storeNames[type]}, desde ${formatDateTime(new Date(since * 1000))}`;
