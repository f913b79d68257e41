/**
 * Hint below the number if it already has lines. A link offers to renew one of them instead of
 * creating another line.
 */
import { errorText } from '@ramal/contract/api/errors';
import { platforms } from '@ramal/contract/rules/platforms';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LineStatusBadge } from '../list/line-columns.tsx';
import { LineDialogs } from '../dialogs/lazy-line-dialogs.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { useLineActions } from '../dialogs/use-line-actions.tsx';
import { type LineOfNumber, useLinesOfNumber } from '../fields/use-lines-of-number.ts';
import { useLocalLineDialog } from '../dialogs/line-dialogs-state.ts';
import classes from './WhatsAppHint.module.css';
import { call } from '../../foundation/api/api.ts';
import type { Line } from '../line.ts';

const MAX_MATCHES = 3;

interface WhatsAppHintProps {
  number: string;
  platform: LinePlatform;
  now: Date;
}

export function WhatsAppHint({ number, platform, now }: WhatsAppHintProps) {
  const acts = useLineActions(platform, now, useLocalLineDialog());
  const matches = useLinesOfNumber(number);
  return (
    <>
      {matches.length > 0 && (
        <div className={classes.root} role="status">
          <p>
            {matches.length === 1
              ? 'Este número já tem uma linha:'
              : `Este número já tem ${matches.length} linhas:`}
          </p>
          <ul>
            {matches.slice(0, MAX_MATCHES).map((match) => (
              <FoundLine
                key={match.id}
                match={match}
                platform={platform}
                now={now}
                onRenew={(line) => acts.dialogs.open({ kind: 'extend', line })}
              />
            ))}
          </ul>
          {matches.length > MAX_MATCHES && <p>E mais {matches.length - MAX_MATCHES}.</p>}
        </div>
      )}
      <LineDialogs platform={platform} acts={acts} now={now} />
    </>
  );
}

/** Reverses dd/mm/yyyy hh:mm, so that text order equals time order. */
const sortable = (written: string): string => written.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3$2$1');
const hasPassed = (written: string, now: Date): boolean =>
  sortable(written) < sortable(formatDateTime(now));

interface FoundLineProps {
  match: LineOfNumber;
  platform: LinePlatform;
  now: Date;
  onRenew: (line: NonNullable<Awaited<ReturnType<typeof findLine>>>) => void;
}

function FoundLine({ match, platform, now, onRenew }: FoundLineProps) {
  const alert = useAlertDialog();
  const showFailure = useFailureAlert();
  const [busy, setBusy] = useState(false);
  const here = match.platform === platform.definition.key;
  const renew = async () => {
    setBusy(true);
    try {
      const line = await findLine(platform, match.id, match.username);
      if (line) onRenew(line);
      else await alert({ text: errorText('line_not_found') });
    } catch (failure) {
      await showFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <Group component="p" gap="var(--space-2xs) var(--space-sm)" className={classes.line}>
        <span className="mono">{match.username}</span>
        <LineStatusBadge line={match} isExpired={hasPassed(match.expDate, now)} />
        {!here && <span>{platforms[match.platform].label}</span>}
        <span data-level={match.expiring}>
          {hasPassed(match.expDate, now) ? 'venceu' : 'vence'} em {match.expDate}
        </span>
      </Group>
      <Group component="p" gap="var(--space-2xs) var(--space-sm)">
        {here && match.status !== 'Teste' && (
          <Button size="xs" variant="soft" loading={busy} onClick={() => void renew()}>
            Renovar esta linha
          </Button>
        )}
        <LinkButton
          size="xs"
          variant="link"
          to={platforms[match.platform].listPath}
          search={{ search: match.username, resellerId: 'tree' }}
        >
          Ver na lista
        </LinkButton>
      </Group>
    </li>
  );
}

/**
 * Finds a line in the account's network, in the format of the list. Returns undefined if the line
 * no longer exists.
 */
async function findLine(
  platform: LinePlatform,
  id: number,
  username: string,
): Promise<Line | undefined> {
  const { declaration, send, read } = platform.list;
  const query = {
    lineOwner: 'tree',
    page: 1,
    perPage: 50,
    search: username,
    status: undefined,
    expiring: undefined,
    deleted: false,
    sort: 'username',
    direction: 'asc',
  } as const;
  return read(await call(declaration, send(query))).rows.find((line) => line.id === id);
}
