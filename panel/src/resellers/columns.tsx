/** What the list shows of an account (S-RESLIST-08 to -17); tree totals join «Ativos» with the tree. */
import type { resellerSorts } from '@ramal/contract/resellers';
import { IconAlertCircle, IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { formatNumber } from '../lines/whatsapp.ts';
import { Avatar2 } from '../ui/Avatar2.tsx';
import { StatusBadge } from '../ui/status.tsx';
import type { Column } from '../ui/table/columns.ts';
import { isBlocked, type Reseller, topupWords, waitsLong } from './reseller.ts';

export type ResellerSort = (typeof resellerSorts)[number];

export function resellerColumns(isAdmin: boolean): Column<Reseller>[] {
  return [
    { key: 'id', header: 'ID', sortable: true, width: 60, muted: true, card: 'detail', cell: (row) => row.id },
    {
      key: 'username',
      header: 'Usuário',
      sortable: true,
      width: 140,
      card: 'identity',
      cell: (row) => <Identity reseller={row} size={26} />,
      cardCell: (row) => <Identity reseller={row} size={32} />,
    },
    {
      key: 'total_actives',
      header: 'Ativos',
      align: 'end',
      card: 'detail',
      cell: (row) => <b className="resellers-figure">{formatCount(row.total_actives)}</b>,
      title: (row) => `Linhas próprias: ${formatCount(row.total_iptv)} IPTV, ${formatCount(row.total_up2p)} P2P`,
    },
    {
      key: 'email',
      header: 'WhatsApp',
      muted: true,
      card: 'note',
      cell: (row) => <span className="num">{row.email ? formatNumber(row.email) : '–'}</span>,
      cardCell: (row) => (row.email ? formatNumber(row.email) : 'sem WhatsApp'),
    },
    {
      key: 'credits',
      header: 'Créditos',
      sortable: true,
      firstDirection: 'desc',
      align: 'end',
      card: 'corner',
      cell: (row) => <b className="resellers-figure">{creditsOf(row)}</b>,
      cardCell: (row) => (
        <span className="resellers-corner">
          <b className="resellers-figure">{creditsOf(row)}</b> créditos
        </span>
      ),
    },
    {
      key: 'days_to_due',
      header: 'Última recarga',
      sortable: true,
      firstDirection: 'desc',
      align: 'end',
      card: 'detail',
      cell: (row) => <LastTopup reseller={row} />,
    },
    {
      key: 'status',
      header: 'Bloqueado',
      card: 'status',
      cell: (row) => <Blocked reseller={row} />,
      cardCell: (row) => isBlocked(row) && <StatusBadge tone="bad">Bloqueada</StatusBadge>,
    },
    ...(isAdmin ? [ownerColumn] : []),
    {
      key: 'email_contact',
      header: 'E-mail',
      fill: true,
      muted: true,
      // An admin's rows hold more; the e-mail is in Editar too.
      wideOnly: isAdmin,
      card: 'none',
      cell: (row) => row.email_contact ?? '–',
      title: (row) => row.email_contact ?? undefined,
    },
  ];
}

const ownerColumn: Column<Reseller> = {
  key: 'owner',
  header: 'Dono',
  muted: true,
  card: 'detail',
  cell: (row) => row.owner ?? '–',
};

const creditsOf = ({ credits }: Reseller): string => (credits === null ? '–' : formatCredits(credits));

const profileMarks = { admin: 'Admin', franchise: 'Franquia' } as const;

function Identity({ reseller, size }: { reseller: Reseller; size: number }) {
  const { username, profile } = reseller;
  return (
    <span className="resellers-identity">
      <Avatar2 name={username} size={size} tone={isBlocked(reseller) ? 'bad' : 'accent'} />
      <b>{username}</b>
      {profile !== 'reseller' && <span className="resellers-profile">{profileMarks[profile]}</span>}
    </span>
  );
}

/** Red alone says nothing: the icon and the days say it too. */
function LastTopup({ reseller }: { reseller: Reseller }) {
  const long = waitsLong(reseller);
  return (
    <span className="resellers-topup num" data-long={long || undefined}>
      {long && <IconAlertCircle size={16} stroke={1.75} aria-hidden />}
      {topupWords(reseller.days_to_due)}
    </span>
  );
}

function Blocked({ reseller }: { reseller: Reseller }) {
  const blocked = isBlocked(reseller);
  const Glyph = blocked ? IconLock : IconLockOpen2;
  return (
    <span className="resellers-blocked" data-blocked={blocked || undefined}>
      <Glyph size={16} stroke={1.75} aria-hidden />
      {blocked ? 'Sim' : 'Não'}
    </span>
  );
}
