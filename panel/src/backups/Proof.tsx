/**
 * States how much data a loss of the server would cost, and shows the proofs behind this statement.
 */
import { Box, Button, Group, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatTime, relativeWord } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { useNow } from '../foundation/use-now.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import {
  type Backups,
  type BackupConditions,
  recoveryStatus,
  storeNames,
  checkBackupConditions,
  sinceWords,
} from './backup-words.ts';
import type { RemoteStoreId } from './RemoteFields.tsx';
import type { FollowedTask } from './use-followed-task.ts';
import classes from './Proof.module.css';

export type BackupDialog = 'key' | 'prove' | 'restore' | RemoteStoreId;

interface ProofProps {
  readonly backups: Backups;
  readonly drilling: FollowedTask;
  readonly open: (dialog: BackupDialog) => void;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

export function Proof({ backups, drilling, open }: ProofProps) {
  const now = useNow();
  const conditions = checkBackupConditions(backups, now);
  const { isGreen } = conditions;
  const hasCopy = backups.lastGoodTimestamp !== null;
  const { lead, figure } = recoveryStatus(backups, conditions, now);
  return (
    <Panel className={classes.root} label="O que está garantido">
      <div className={classes.sentence} data-red={!isGreen || undefined}>
        <Group
          component="p"
          gap="sm"
          wrap="nowrap"
          c={isGreen ? 'var(--ink-2)' : 'var(--bad)'}
          fz="body"
        >
          {!isGreen && <IconAlertCircle size={18} stroke={1.75} aria-hidden />}
          {lead}
        </Group>
        <Text
          mt="xs"
          mb="sm"
          fz="var(--text-total)"
          fw={600}
          lh={1.2}
          lts="var(--tracking-heading)"
          textWrap="balance"
        >
          {figure}
        </Text>
        <Text maw="62ch" c="var(--ink-2)" fz="control">
          {howMeasured(backups, conditions)}
        </Text>
        <Group gap="var(--space-md) var(--space-2xl)" mt="2xl">
          <Button
            variant={hasCopy && !conditions.drillHasPassed ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            disabled={!hasCopy}
            loading={drilling.busy}
            onClick={drilling.start}
          >
            {backups.drill ? 'Testar de novo' : 'Testar restauração'}
          </Button>
          <Text span inherit c="var(--ink-2)" fz="note">
            próximo ensaio: {nextDrill(backups)}
          </Text>
        </Group>
      </div>
      <Proofs backups={backups} conditions={conditions} now={now} open={open} />
    </Panel>
  );
}

function nextDrill({ nextDrillTimestamp: seconds }: Backups): string {
  const at = dateOf(seconds);
  return `dom. ${formatDate(at).slice(0, 5)}, ${formatTime(at)}`;
}

function howMeasured(backups: Backups, conditions: BackupConditions): string {
  const { drill, lastGoodTimestamp: last, restoredAtTimestamp: restored } = backups;
  if (last === null) return 'Ainda não há nenhuma cópia. Cadastre a chave e faça a primeira.';
  if (!drill)
    return restored === null
      ? 'Nenhuma cópia foi restaurada ainda: só um ensaio prova que ela volta.'
      : `Nenhum ensaio desde a restauração de ${formatDate(dateOf(restored))}: só ele prova que as cópias de agora voltam.`;
  const when = formatDateTime(dateOf(drill.finishedAtTimestamp)).replace(' ', ' às ');
  const from = drill.place === 'local' ? 'desta máquina' : `do ${storeNames[drill.place]}`;
  if (drill.failure) return `O ensaio de ${when} falhou: ${drill.failure}`;
  const measured = `Medido em ${when}: um servidor de ensaio subiu com a cópia ${from} e respondeu às ${drill.questions} perguntas do negócio.`;
  return conditions.drillHasPassed ? measured : `${measured} Faz mais de dez dias.`;
}

interface ProofsProps extends Pick<ProofProps, 'backups' | 'open'> {
  readonly conditions: BackupConditions;
  readonly now: Date;
}

function Proofs({ backups, conditions, now, open }: ProofsProps) {
  const { key, drill, last, lastGoodTimestamp: lastGood } = backups;
  const since = (seconds: number) => relativeWord(dateOf(seconds), now);
  return (
    <ul className={classes.proofs}>
      <ProofRow
        good={conditions.keyIsProven}
        text={
          conditions.keyIsProven ? 'Chave comprovada' : key ? 'Chave ainda sem prova' : 'Sem chave'
        }
        aside={key?.provenAtTimestamp && formatDate(dateOf(key.provenAtTimestamp))}
        act={
          key === null
            ? { label: 'Cadastrar chave', run: () => open('key'), isFirst: true }
            : key.provenAtTimestamp === null
              ? { label: 'Comprovar', run: () => open('prove') }
              : { label: 'Trocar', run: () => open('key') }
        }
      />
      <ProofRow
        good={conditions.drillHasPassed}
        text={
          drill
            ? `Ensaio: ${drill.rightAnswers} de ${drill.questions} respostas certas`
            : 'Nenhum ensaio ainda'
        }
        aside={drill && since(drill.finishedAtTimestamp)}
      />
      <ProofRow
        good={conditions.copyIsFresh}
        text={last?.failure ?? (lastGood === null ? 'Nenhuma cópia ainda' : 'Última cópia')}
        aside={lastGood !== null && since(lastGood)}
      />
      <RemoteDataProof backups={backups} conditions={conditions} now={now} open={open} />
      <RemoteStoresProof backups={backups} conditions={conditions} />
    </ul>
  );
}

/**
 * Shows the time of the newest data in a remote backup store. If this server is lost, all later
 * changes are lost.
 */
function RemoteDataProof({ backups, conditions, now, open }: ProofsProps) {
  const { survivesUntilTimestamp: until, pointInTime, places } = backups;
  const isSet = places.some(({ type }) => type !== 'local');
  if (until === null)
    return (
      <ProofRow
        good={false}
        text={isSet ? 'Nada chegou ainda ao outro lugar' : 'Nenhuma cópia fora desta máquina'}
        {...(isSet ? {} : { act: { label: 'Adicionar destino', run: () => open('remote_1') } })}
      />
    );
  const text =
    pointInTime.baseFailure ??
    (pointInTime.state === 'on' ? 'Alterações enviadas' : 'Cópia fora desta máquina');
  return (
    <ProofRow
      good={conditions.remoteIsFresh && pointInTime.baseFailure === null}
      text={text}
      aside={sinceWords(until, now)}
    />
  );
}

/** Shows whether the remote backups are intact, and whether this server is able to delete them. */
function RemoteStoresProof({ backups, conditions }: Pick<ProofsProps, 'backups' | 'conditions'>) {
  const remotes = backups.places.filter(({ type }) => type !== 'local');
  if (remotes.length === 0) return null;
  if (!conditions.storesAreReliable)
    return <ProofRow good={false} text="Há um problema em um dos lugares, veja abaixo" />;
  const locked = remotes.find(({ lockedDays: days }) => days !== null);
  return locked ? (
    <ProofRow
      good
      text={`${storeNames[locked.type]} não se apaga daqui`}
      aside={locked.lockedDays ? `por ${pluralize(locked.lockedDays, 'dia', 'dias')}` : undefined}
    />
  ) : (
    <ProofRow good={null} text="Quem tomar esta máquina apaga as cópias de fora" />
  );
}

interface ProofRowProps {
  /** Null if the row only informs and is neither good nor bad. */
  readonly good: boolean | null;
  readonly text: string;
  readonly aside?: ReactNode;
  /**
   * Button of the row. `isFirst` marks the action that must be done before the actions of the other
   * rows.
   */
  readonly act?: { readonly label: string; readonly run: () => void; readonly isFirst?: boolean };
}

function ProofRow({ good, text, aside, act }: ProofRowProps) {
  const Sign = good ? IconCircleCheck : good === null ? IconInfoCircle : IconAlertCircle;
  const [sign, color] = good
    ? ['Certo', 'var(--ok)']
    : good === null
      ? ['Saiba', 'var(--ink-2)']
      : ['Falta', 'var(--bad)'];
  return (
    <li>
      <Sign size={19} stroke={1.75} color={color} role="img" aria-label={sign} />
      <Box component="span" flex={1} miw={0}>
        {text}
      </Box>
      {aside && (
        <Box component="span" flex="none" c="var(--ink-2)" fz="note">
          {aside}
        </Box>
      )}
      {act && (
        <Button
          size="xs"
          variant={good ? 'subtle' : act.isFirst ? 'filled' : 'default'}
          onClick={act.run}
        >
          {act.label}
        </Button>
      )}
    </li>
  );
}
