/** Columns of the invitations to resellers. */
import { Group, Text } from '@mantine/core';
import {
  type InvitationRow,
  type InvitationState,
  invitationStateLabels,
} from '@ramal/contract/referrals/invitations';
import { formatDate, formatDayMonth } from '../../foundation/dates.ts';
import { creditsInWords, formatCount, formatMoney, pluralize } from '../../foundation/numbers.ts';
import { amountNames, limitText, limitTexts } from '../../limits/limit-texts.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { INVITATIONS_TAB } from '../referral-params.ts';

const at = (timestamp: number): Date => new Date(timestamp * 1000);

/** Returns the note of the invitation, or the end of its link. */
export const nameInvitation = ({ note, url }: Pick<InvitationRow, 'note' | 'url'>): string =>
  note || (url.split('/').at(-1) ?? url);

/** Lists the conditions with their values: «20 créditos · R$ 6,50 cada · Linhas 50». */
export function conditionText(row: InvitationRow): string {
  return [
    row.credits > 0 ? creditsInWords(row.credits) : 'sem créditos',
    ...(row.sale === null ? [] : [`${formatMoney(row.sale)} cada`]),
    ...amountNames.flatMap((name) => {
      const value = row[name];
      return value === null ? [] : [`${limitTexts[name].name} ${limitText(name, value)}`];
    }),
  ].join(' · ');
}

const tones: Record<InvitationState, 'ok' | 'off'> = {
  open: 'ok',
  used: 'off',
  expired: 'off',
  revoked: 'off',
};

const State = ({ state, expiresAtTimestamp }: InvitationRow) => (
  <Group component="span" gap="sm" display="inline-flex">
    <StatusBadge tone={tones[state]}>{invitationStateLabels[state]}</StatusBadge>
    {state === 'open' && (
      <Text span inherit c="var(--ink-2)" fz="note">
        até {formatDayMonth(at(expiresAtTimestamp))}
      </Text>
    )}
  </Group>
);

const Accounts = (row: InvitationRow) => (
  <span className="num">
    <b>
      {row.accounts.length === 0 ? (
        '0'
      ) : (
        <FigureLink
          to={{
            to: '/referrals',
            search: { tab: INVITATIONS_TAB, dialog: 'accounts', invitation: row.id } as never,
          }}
          name={`${pluralize(row.accounts.length, 'conta', 'contas')} do convite ${nameInvitation(row)}`}
        >
          {formatCount(row.accounts.length)}
        </FigureLink>
      )}
    </b>{' '}
    <Text span inherit c="var(--ink-2)">
      de {formatCount(row.maxUses)}
    </Text>
  </span>
);

export const invitationColumns: Column<InvitationRow>[] = [
  {
    key: 'note',
    header: 'Para quem',
    sort: false,
    width: 180,
    card: 'identity',
    cell: (row) => (
      <Text span inherit fw={500} className={row.note ? '' : 'mono'}>
        {nameInvitation(row)}
      </Text>
    ),
  },
  {
    key: 'conditions',
    header: 'Condições',
    sort: false,
    fill: true,
    card: 'note',
    cell: conditionText,
    title: conditionText,
  },
  { key: 'uses', header: 'Contas', firstDirection: 'desc', width: 110, cell: Accounts },
  {
    key: 'created_at',
    header: 'Criado em',
    firstDirection: 'desc',
    width: 120,
    cell: ({ createdAtTimestamp }) => (
      <span className="num">{formatDate(at(createdAtTimestamp))}</span>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    sort: 'expires_at',
    width: 170,
    card: 'status',
    cell: State,
  },
];
