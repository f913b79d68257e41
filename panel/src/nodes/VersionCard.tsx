/** The current release, the backup for a rollback, and the changes of the release. */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { Node, viewVersion } from '@ramal/contract/operations/nodes';
import { IconArrowBackUp, IconDatabaseExport, IconDatabaseOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../foundation/bytes.ts';
import { calendarDays, formatDate, formatDateTime, formatTime } from '../foundation/dates.ts';
import { formatCount } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { richNode } from '../ui/rich-text.tsx';
import { ChangeList } from './ChangeList.tsx';
import classes from './VersionCard.module.css';

export type VersionDialog = 'upgrades' | 'changelog' | 'rollback';
type Version = ResponseOf<typeof viewVersion>;
type Changes = NonNullable<Version['news']>['changes'];

interface VersionCardProps {
  readonly version: Version;
  readonly nodes: readonly Node[];
  readonly open: (dialog: VersionDialog) => void;
  /** Content below the release. */
  readonly extra?: ReactNode;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

export function VersionCard({ version, nodes, open, extra }: VersionCardProps) {
  const { upgrade, news } = version;
  return (
    <Panel className={classes.root} label="Versão em uso">
      <div className={classes.part}>
        <Text c="var(--ink-2)" fz="control">
          Em uso desde {sinceWords(dateOf(version.sinceTimestamp), useNow())}
        </Text>
        <Text
          component="h2"
          fz="var(--text-figure)"
          fw={600}
          lh="var(--leading-figure)"
          lts="var(--tracking-figure)"
        >
          Ramal {version.version}
        </Text>
        <Text c="var(--ink-2)" fz="control">
          {exchange(version, nodes) ??
            (upgrade
              ? `Atualizou em ${secondsInWords(upgrade.seconds)}.`
              : 'Instalada nesta versão.')}
        </Text>
        <WayBack version={version} open={open} />
        {extra && <Group mt="xl">{extra}</Group>}
      </div>
      {news && (
        <Stack component="section" gap="lg" className={classes.news} aria-label="O que mudou">
          <Group justify="space-between" wrap="nowrap">
            <Text component="h2" fz="lead" fw={600}>
              O que mudou na {news.version}
            </Text>
            <Button variant="link" p={0} onClick={() => open('changelog')}>
              Ler tudo
            </Button>
          </Group>
          <ChangeList changes={highlights(news.changes)} />
        </Stack>
      )}
    </Panel>
  );
}

/** Formats the start of a release: «hoje, 20/11/2026 às 14:12». */
function sinceWords(at: Date, now: Date): string {
  const days = calendarDays(at, now);
  const word = days === 0 ? 'hoje, ' : days === -1 ? 'ontem, ' : '';
  return `${word}${formatDateTime(at).replace(' ', ' às ')}`;
}

const secondsInWords = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/**
 * Returns a text while an update is running and processes of two releases are active. Undefined
 * otherwise.
 */
function exchange({ version }: Version, nodes: readonly Node[]): string | undefined {
  const present = nodes.filter(({ state }) => state !== 'lost');
  const fresh = present.filter((node) => node.version === version);
  return fresh.length === present.length
    ? undefined
    : `Trocando os nós: ${fresh.length} de ${present.length} já na ${version}.`;
}

function WayBack({ version, open }: Pick<VersionCardProps, 'version' | 'open'>) {
  const { upgrade } = version;
  if (!upgrade)
    return <CopyBox isGone>A próxima atualização faz uma cópia antes, e dá para voltar.</CopyBox>;
  const { copy, fromVersion } = upgrade;
  if (!copy)
    return <CopyBox isGone>A atualização foi feita sem cópia. Para voltar, use um backup.</CopyBox>;
  if (copy.isExpired)
    return (
      <CopyBox isGone>
        A cópia foi excluída em {formatDate(dateOf(copy.expiresAtTimestamp))}. Para voltar, use um
        backup.
      </CopyBox>
    );
  return (
    <CopyBox>
      <p>
        <b>Cópia feita antes da atualização</b>, {formatTime(dateOf(copy.takenAtTimestamp))},{' '}
        {formatBytes(copy.bytes)}
      </p>
      <Text inherit c="var(--ink-2)">
        {richNode(
          `Dá para voltar até **${formatDate(dateOf(copy.expiresAtTimestamp))}**. Voltar usa esta cópia: ${changesInWords(copy)}`,
        )}
      </Text>
      <Button
        mt="md"
        variant="default"
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        onClick={() => open('rollback')}
      >
        Voltar para {fromVersion === null ? 'a anterior' : fromVersion}…
      </Button>
    </CopyBox>
  );
}

function changesInWords({ changes, hasMoreChanges }: { changes: number; hasMoreChanges: boolean }) {
  if (changes === 0) return 'nada foi alterado depois dela.';
  if (changes === 1) return 'a alteração feita depois dela sai do painel e fica num arquivo.';
  const count = hasMoreChanges ? `mais de ${formatCount(changes)}` : formatCount(changes);
  return `as ${count} alterações feitas depois dela saem do painel e ficam num arquivo.`;
}

function CopyBox({ isGone = false, children }: { isGone?: boolean; children: ReactNode }) {
  const Sign = isGone ? IconDatabaseOff : IconDatabaseExport;
  return (
    <Group gap="md" align="flex-start" wrap="nowrap" mt="xl" className={classes.copy}>
      <Sign size={20} stroke={1.75} color={isGone ? 'var(--ink-3)' : 'var(--ok)'} aria-hidden />
      <Box miw={0} fz="control">
        {children}
      </Box>
    </Group>
  );
}

const MAX_CHANGES = 4;

/**
 * Selects the changes that are shown first, with at least one change of each kind. Keeps the order
 * of the changelog.
 */
function highlights(changes: Changes) {
  const first = changes.filter(
    ({ kind }, index) => changes.findIndex((change) => change.kind === kind) === index,
  );
  const chosen = new Set(
    [...new Set([...first, ...changes])].slice(0, Math.max(MAX_CHANGES, first.length)),
  );
  return changes.filter((change) => chosen.has(change));
}
