import { Stack, Text } from '@mantine/core';
import type { ApiKey } from '@ramal/contract/api-keys';
import { formatCredits } from '../foundation/numbers.ts';
import { formatDate, formatDateTime, relativeWord } from '../foundation/dates.ts';
import { ProgressBar } from '../ui/status/ProgressBar.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import classes from './key-columns.module.css';
import { at, endInWords, formerInWords, lastUsed, mayWrite, scopesInWords } from './key-words.ts';

export const keyColumns = (now: Date): Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Nome',
    value: ({ name }) => name.toLocaleLowerCase('pt-BR'),
    width: 180,
    fill: true,
    card: 'identity',
    title: ({ name }) => name,
    cell: (key) => <KeyName apiKey={key} />,
  },
  {
    key: 'ends',
    header: 'Situação',
    value: ({ endsAtTimestamp: ends }) => ends,
    width: 130,
    card: 'status',
    cell: (key) => <KeyState apiKey={key} now={now} />,
  },
  {
    key: 'scopes',
    header: 'Escopos',
    value: scopesInWords,
    width: 160,
    card: 'note',
    title: scopesInWords,
    cardCell: scopesInWords,
    cell: (key) => (
      <Text span inherit lineClamp={2} className={classes.scopes}>
        {scopesInWords(key)}
      </Text>
    ),
  },
  {
    key: 'addresses',
    header: 'Endereços',
    value: ({ addresses }) => addresses.join(', '),
    width: 140,
    title: ({ addresses }) => addresses.join(', '),
    cell: (key) => <Addresses apiKey={key} />,
  },
  ...usageColumns(now),
];

const usageColumns = (now: Date): Column<ApiKey>[] => [
  {
    key: 'credits',
    header: 'Créditos hoje',
    firstDirection: 'desc',
    value: ({ creditsToday: today }) => today,
    width: 130,
    cell: (key) => <CreditsToday apiKey={key} />,
  },
  {
    key: 'used',
    header: 'Último uso',
    firstDirection: 'desc',
    value: (key) => lastUsed(key)?.lastUsedAtTimestamp ?? 0,
    width: 175,
    cell: (key) => <LastUse apiKey={key} now={now} />,
  },
  {
    key: 'created',
    header: 'Criada em',
    firstDirection: 'desc',
    value: ({ id }) => id,
    width: 120,
    muted: true,
    from: 'wide',
    card: 'none',
    title: ({ createdBy: by }) => `por ${by}`,
    cell: (key) => <span className="num">{formatDate(at(key.createdAtTimestamp))}</span>,
  },
];

interface CellProps {
  readonly apiKey: ApiKey;
}

function KeyName({ apiKey }: CellProps) {
  const [present] = apiKey.secrets;
  return (
    <span className={classes.lines}>
      <span>{apiKey.name}</span>
      <span className={`${classes.second} mono`}>{present ? `${present.prefix}…` : '–'}</span>
    </span>
  );
}

/**
 * State of a key, including the former secret that remains valid for a limited time after a
 * rotation.
 */
function KeyState({ apiKey, now }: CellProps & { now: Date }) {
  const former = apiKey.active && apiKey.secrets[1];
  return (
    <span className={classes.lines}>
      <StateBadge apiKey={apiKey} now={now} />
      {former && former.endsAtTimestamp !== null && (
        <span className={classes.second} title={formerInWords(former, now)}>
          a anterior acaba {relativeWord(at(former.endsAtTimestamp), now)}
        </span>
      )}
    </span>
  );
}

function StateBadge({ apiKey, now }: CellProps & { now: Date }) {
  const end = endInWords(apiKey, now);
  if (!apiKey.active) return <StatusBadge tone="off">{end}</StatusBadge>;
  if (end) return <StatusBadge tone="warn">{end}</StatusBadge>;
  return <StatusBadge tone="ok">{apiKey.isExternal ? 'Externa' : 'Ativa'}</StatusBadge>;
}

/**
 * Shows the first allowed address and the number of further addresses. Also shows the last address
 * from which the key was rejected.
 */
function Addresses({ apiKey }: CellProps) {
  const { addresses, refusedIp: refused, refusedAtTimestamp: refusedAt } = apiKey;
  const [first] = addresses;
  const more = addresses.length - 1;
  return (
    <span className={classes.lines}>
      {first === undefined ? (
        <span className={classes.muted}>qualquer um</span>
      ) : (
        <span className="mono">{first}</span>
      )}
      {more > 0 && <span className={classes.second}>e mais {more}</span>}
      {refused && refusedAt !== null && (
        <span className={classes.refused} title={formatDateTime(at(refusedAt))}>
          recusou {refused}
        </span>
      )}
    </span>
  );
}

const NEARLY = 0.8;

function CreditsToday({ apiKey }: CellProps) {
  const { creditsToday: today, creditsADay: most } = apiKey;
  if (!mayWrite(apiKey)) return <span className={classes.muted}>não gasta</span>;
  if (most === null) return <span className="num">{formatCredits(today)}</span>;
  const share = most === 0 ? 1 : today / most;
  return (
    <Stack
      component="span"
      gap="2xs"
      w="calc(13 * var(--space-sm))"
      className={classes.credits}
      data-nearly={share >= NEARLY || undefined}
    >
      <span className="num">
        <b>{formatCredits(today)}</b> de {formatCredits(most)}
      </span>
      <ProgressBar
        label={`Créditos de hoje da chave ${apiKey.name}`}
        share={Math.min(1, share)}
        running={false}
      />
    </Stack>
  );
}

const IDLE_DAYS = 90;
const DAY_S = 86_400;

function LastUse({ apiKey, now }: CellProps & { now: Date }) {
  const secret = lastUsed(apiKey);
  const used = secret?.lastUsedAtTimestamp ?? null;
  const since = used ?? apiKey.createdAtTimestamp;
  const isIdle = apiKey.active && now.getTime() / 1000 - since > IDLE_DAYS * DAY_S;
  return (
    <span className={classes.lines}>
      <span className={used === null ? classes.muted : 'num'}>
        {used === null ? 'Nunca usada' : formatDateTime(at(used))}
      </span>
      {secret?.lastUsedIp && <span className={`${classes.second} mono`}>{secret.lastUsedIp}</span>}
      {isIdle && <span className={classes.idle}>parada há {IDLE_DAYS} dias</span>}
    </span>
  );
}
