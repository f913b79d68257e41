/** The first home: credits, one's own lines and the way to create (S-DASH; the day's board comes later). */
import { getDashboard } from '@ramal/contract/dashboard';
import { Button } from '@mantine/core';
import { IconBolt, IconCloudOff, IconPlus, IconRefresh } from '@tabler/icons-react';
import { formatTime } from '../foundation/dates.ts';
import { useCall } from '../foundation/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useProfile } from '../sessions/profile.ts';
import { EmptyFace } from '../ui/EmptyFace.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { CreditsCard } from './CreditsCard.tsx';
import { Figures } from './Figures.tsx';
import './dashboard.css';
import { greeting, today } from './greeting.ts';

/** The documents' interval (K-14). */
const REFRESH_MS = 360_000;

const icon = { size: 16, stroke: 1.75 };

export function Dashboard() {
  const now = useNow();
  const profile = useProfile();
  const totals = useCall(getDashboard, {}, { refreshEveryMs: REFRESH_MS });
  const sells = profile.data !== undefined && profile.data.profile !== 'admin';
  const creates = sells && profile.data.flags.iptv;
  const tests = creates && profile.data.flags.tests && profile.data.flags.test_iptv;
  const acts = creates && (
    <div className="dashboard-acts">
      {tests && (
        <LinkButton to="/user-iptv" search={{ tipo: 'teste' }} variant="test" leftSection={<IconBolt {...icon} />}>
          Gerar teste
        </LinkButton>
      )}
      <LinkButton to="/user-iptv" leftSection={<IconPlus {...icon} />}>
        Criar usuário
      </LinkButton>
    </div>
  );
  return (
    <div className="dashboard">
      <PageHeader
        title={greeting(now, profile.data?.username)}
        phoneTitle="Início"
        breadcrumb={[{ label: 'Início' }]}
        note={today(now)}
        actions={acts}
        phoneActions={acts}
      />
      {totals.error && !totals.data ? (
        <EmptyFace
          icon={IconCloudOff}
          tone="bad"
          title="Ocorreu um erro ao buscar totalizadores"
          text={totals.error.message}
          actions={
            <Button leftSection={<IconRefresh {...icon} />} onClick={() => void totals.refetch()}>
              Tentar de novo
            </Button>
          }
        />
      ) : (
        <>
          {sells && <CreditsCard credits={totals.data?.credits} />}
          <Figures totals={totals.data} admin={profile.data?.profile === 'admin'} />
          {totals.data && (
            <p className="dashboard-as-of">
              <IconRefresh size={14} stroke={1.75} aria-hidden /> Atualizado às {formatTime(new Date(totals.dataUpdatedAt))}
            </p>
          )}
        </>
      )}
    </div>
  );
}
