/**
 * Home screen. Shows the acts of a sale and the credits first, then the due lines and the counts of the day,
 * then the announcements.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import { getWelcomeState } from '@ramal/contract/operations/welcome';
import { Button, Group, Stack } from '@mantine/core';
import {
  IconCloudOff,
  IconRefresh,
  IconArrowRight,
  IconMail,
  IconCoins,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { Announcements } from '../announcements/Announcements.tsx';
import { formatDate, formatTime, panelTimeZone } from '../foundation/dates.ts';
import type { ApiError } from '../foundation/api/api.ts';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { soldLinePlatforms } from '../lines/platforms/platforms.ts';
import { mayTest } from '../lines/platforms/sold-platforms.ts';
import { type Profile, useProfile } from '../sessions/profile.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { MessagesToday, useMessageCounts } from '../lines/charging/MessagesToday.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { CreditsCard } from './CreditsCard.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { urgent } from './due/due.ts';
import { useDue } from './due/use-due.ts';
import { DueBoard } from './due/DueBoard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Figures, type Totals } from './Figures.tsx';
import { NewCustomer } from './new-customer/NewCustomer.tsx';
import classes from './Dashboard.module.css';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LOW_CREDITS } from '@ramal/contract/payments/top-ups';
import { creditsInWords, pluralize } from '../foundation/numbers.ts';
import { BUY_LABEL, useSellsCredits } from '../lines/fields/TopUpAction.tsx';
import { capitalised } from '../foundation/capitalised.ts';

/** Refresh interval of the home screen (K-14). */
const REFRESH_MS = 360_000;

const TOTALS_FAILED = 'Ocorreu um erro ao buscar totalizadores';

export function Dashboard() {
  const now = useNow();
  const { data: me } = useProfile();
  const totals = useCall(
    getDashboard,
    {},
    {
      refreshEveryMs: REFRESH_MS,
      readableOffline: true,
    },
  );
  const admin = me?.profile === 'admin';
  const isNew = totals.data?.firstSteps !== undefined;
  const welcome = useCall(getWelcomeState, {}, { enabled: admin && isNew });
  const due = useDue(me !== undefined && !admin);
  const messages = useMessageCounts(me !== undefined && !admin);
  // All values appear at the same time. Otherwise the layout could move at the moment the user
  // presses a button.
  const credits = totals.data?.credits ?? me?.credits;
  const isLow = useLowCredits(me && !admin ? credits : null);
  const isReady =
    hasAnswered(totals) &&
    isLow !== undefined &&
    (admin ? hasAnswered(welcome) || !isNew : hasAnswered(due) && hasAnswered(messages));
  const { data, error } = totals;
  if (welcome.data?.opens) return <Navigate to="/welcome" replace />;
  return (
    <Stack gap="4xl" className={classes.root}>
      {isReady && data?.newMessage && <AdminMessage />}
      <PageHeader
        title={greeting(now, me?.username)}
        phoneTitle={me ? `Olá, ${me.username}` : 'Início'}
        breadcrumb={[{ label: 'Início' }]}
        note={[today(now), due.data && attention(urgent(due.data.days))].filter(Boolean).join(' ')}
        actions={data && <UpdatedAt time={totals.dataUpdatedAt} />}
      />
      {me && isReady ? (
        <>
          {isLow && <LowCredits credits={credits ?? 0} />}
          {error && data && (
            <Notice tone="warn" icon={IconCloudOff} title={TOTALS_FAILED}>
              Os números são das {formatTime(new Date(totals.dataUpdatedAt))}.
            </Notice>
          )}
          {admin ? (
            <>
              <Steps totals={totals} me={me} hasWelcome={welcome.data?.isPending} />
              <DashboardFigures totals={totals} me={me} now={now} />
            </>
          ) : (
            <SellerHome totals={totals} me={me} now={now} />
          )}
          <Announcements />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </Stack>
  );
}

const hasAnswered = ({ data, error }: { data?: unknown; error: unknown }): boolean =>
  data !== undefined || error !== null;

const UpdatedAt = ({ time }: { time: number }) => (
  <Group
    component="span"
    gap="xs"
    wrap="nowrap"
    c="var(--ink-3)"
    fz="control"
    className={classes.updated}
  >
    <IconRefresh size={15} stroke={1.75} aria-hidden /> Atualizado às {formatTime(new Date(time))}
  </Group>
);

interface HomeProps {
  readonly totals: UseQueryResult<Totals, ApiError>;
  readonly me: Profile;
  readonly now: Date;
}

/**
 * Home screen of a seller. The due lines are in the most accessible place: near the thumb on a
 * phone, at the top on a desktop.
 */
function SellerHome(props: HomeProps) {
  const { totals, me, now } = props;
  const phone = useIsPhone();
  const sold = soldLinePlatforms(me);
  const tested = sold.filter(({ definition }) => mayTest(me, definition));
  return (
    <>
      <Steps totals={totals} me={me} />
      <div className={classes.first} data-sells={sold.length > 0 || undefined}>
        {sold.length > 0 && (
          <NewCustomer platforms={sold} tested={tested} generated={totals.data?.generateTests} />
        )}
        {!phone && <CreditsCard credits={totals.data?.credits ?? me.credits ?? undefined} />}
      </div>
      <MessagesToday />
      <DueBoard platforms={sold} now={now} />
      <DashboardFigures {...props} />
    </>
  );
}

interface StepsProps extends Pick<HomeProps, 'totals' | 'me'> {
  readonly hasWelcome?: boolean | undefined;
}

function Steps({ totals, me, hasWelcome = false }: StepsProps) {
  const steps = totals.data?.firstSteps;
  return steps ? (
    <FirstSteps steps={steps} platform={soldLinePlatforms(me)[0]} hasWelcome={hasWelcome} />
  ) : null;
}

function DashboardFigures({ totals, me, now }: HomeProps) {
  const { data, error } = totals;
  if (data)
    return (
      <Figures
        totals={data}
        admin={me.profile === 'admin'}
        accountId={me.id}
        counted={countedAt(data.asOf, now)}
      />
    );
  return (
    <Panel>
      <EmptyState
        icon={IconCloudOff}
        tone="bad"
        title={TOTALS_FAILED}
        text={error?.message}
        actions={
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            loading={totals.isFetching}
            onClick={() => void totals.refetch()}
          >
            Tentar de novo
          </Button>
        }
        foot={error?.requestId && <span className="mono">{error.requestId}</span>}
      />
    </Panel>
  );
}

/**
 * Formats the time of the network counts, which the server updates once a minute. Includes the date
 * if the counts are not from today.
 */
function countedAt(asOf: string, now: Date): string {
  const [day, time] = asOf.split(' ');
  return day === formatDate(now) ? `Números de ${time}` : `Números de ${asOf}`;
}

/** Notice that the administration wrote an unread message (S-DASH-01, Q-TICKETFLAG). */
function AdminMessage() {
  return (
    <Notice
      tone="accent"
      icon={IconMail}
      title="Mensagem nova da administração"
      action={
        <LinkButton
          to="/ticket"
          // Messages of the administration have the status «answered».
          search={{ status: 3 }}
          variant="link"
          rightSection={<IconArrowRight size={16} stroke={1.75} />}
        >
          Ver ticket
        </LinkButton>
      }
    />
  );
}

/**
 * True if the account has few credits left and the parent account sells credits. Undefined until it
 * is known whether the parent account sells credits.
 */
function useLowCredits(credits: number | null | undefined): boolean | undefined {
  const isLow = typeof credits === 'number' && credits < LOW_CREDITS;
  const sells = useSellsCredits(isLow);
  return isLow && sells;
}

const LowCredits = ({ credits }: { credits: number }) => (
  <Notice
    tone="warn"
    icon={IconCoins}
    title={credits === 0 ? 'Seus créditos acabaram' : `Você tem ${creditsInWords(credits)}`}
    action={
      <LinkButton to="/buy-credits" variant="link">
        {BUY_LABEL}
      </LinkButton>
    }
  >
    Pague por Pix e o saldo entra na hora.
  </Notice>
);

/** Returns «Boa tarde, marcelo», by the hour in the time zone of the panel. */
function greeting(now: Date, name: string | undefined): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: panelTimeZone,
    }).format(now),
  );
  const word = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
  return name ? `${word}, ${name}` : word;
}

function today(now: Date): string {
  const text = new Intl.DateTimeFormat('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: panelTimeZone,
  }).format(now);
  return `${capitalised(text)}.`;
}

/** Returns «10 clientes pedem atenção.», or an empty text for no customers. */
const attention = (people: number): string =>
  people === 0 ? '' : `${pluralize(people, 'cliente pede', 'clientes pedem')} atenção.`;
