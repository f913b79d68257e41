/** Health of one hostname: the last 24 hours, 90 days, the networks that reach it, and changes. */
import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getHostnameHealth } from '@ramal/contract/operations/hostnames';
import { layerLabels } from '../balancers/balancer-words.ts';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime, relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { HealthMark } from '../ui/status/HealthMark.tsx';
import { HistoryStrip } from '../ui/status/HistoryStrip.tsx';
import classes from './HostnameHealth.module.css';
import type { HostnameDialogProps } from './RenewHostname.tsx';

type Health = ResponseOf<typeof getHostnameHealth>;

const REFRESH_MS = 30_000;

export function HostnameHealth({ hostname, onClose }: HostnameDialogProps) {
  const { id, dns } = hostname;
  const read = useCall(getHostnameHealth, { params: { id } }, { refreshEveryMs: REFRESH_MS });
  return (
    <Dialog onClose={onClose} width={640} title="Histórico de saúde" subtitle={dns}>
      <Loaded query={read} failed="Não deu para carregar o histórico." compact height={240}>
        {(data) => <Shown health={data} />}
      </Loaded>
    </Dialog>
  );
}

function Shown({ health }: { health: Health }) {
  const { hours, days, uptime, certificateEndsFormatted: certificateEnds } = health;
  return (
    <Stack gap="2xl" className={classes.root}>
      <Stack component="dl" gap="md" className={classes.facts}>
        <div>
          <dt>Últimas 24 horas</dt>
          <dd>
            <HistoryStrip cells={hours} />
          </dd>
        </div>
        <div>
          <dt>Últimos 90 dias</dt>
          <dd>
            <HistoryStrip cells={days} unit="day" />
          </dd>
        </div>
        <div>
          <dt>Respondeu em</dt>
          <dd className="num">
            {uptime === null
              ? 'ainda sem verificação'
              : `${uptime.toLocaleString('pt-BR')} % das vezes`}
          </dd>
        </div>
        {certificateEnds && (
          <div>
            <dt>Certificado</dt>
            <dd className="num">vence em {certificateEnds}</dd>
          </div>
        )}
      </Stack>
      <ProbeResults places={health.places} />
      <Changes changes={health.changes} />
    </Stack>
  );
}

function ProbeResults({ places }: Pick<Health, 'places'>) {
  const now = useNow();
  if (places.length === 0) return null;
  return (
    <section aria-label="Visto de">
      <h3>Visto de</h3>
      <ul>
        {places.map(({ name, failed, answerMs: ms, atTimestamp: at }) => (
          <li key={name}>
            <span>{name}</span>
            <HealthMark
              look={failed ? 'bad' : 'ok'}
              label={failed ? layerLabels[failed] : 'Responde'}
              note={[
                ...(ms === null ? [] : [`${ms} ms`]),
                relativeWord(new Date(at * 1000), now),
              ].join(', ')}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Changes = ({ changes }: Pick<Health, 'changes'>) => (
  <section aria-label="O que mudou">
    <h3>O que mudou</h3>
    {changes.length === 0 ? (
      <Text c="var(--ink-2)">Nada mudou em 90 dias.</Text>
    ) : (
      <ul>
        {changes.map(({ atTimestamp: at, description }, index) => (
          <li key={index}>
            <span>{description}</span>
            <time className="num">{formatDateTime(new Date(at * 1000))}</time>
          </li>
        ))}
      </ul>
    )}
  </section>
);
