/**
 * SPF, DKIM and DMARC records of the sender's domain. Without these records, receiving servers
 * treat the e-mails as spam.
 */
import { Button, Skeleton, Stack } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { checkMailRecords } from '@ramal/contract/messaging';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconRefresh,
} from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { ChannelState } from './channel-state.ts';
import classes from './MailRecords.module.css';

type MailRecord = ResponseOf<typeof checkMailRecords>['records'][number];

interface MailRecordsProps {
  readonly franchise: number;
  readonly relay: NonNullable<ChannelState['email']>;
}

export function MailRecords({ franchise, relay }: MailRecordsProps) {
  const records = useCall(checkMailRecords, { query: { franchise } });
  return (
    <TitledCard
      title="Registros do domínio"
      text={`O que outros servidores perguntam a ${relay.fromAddress.split('@').pop()} antes de aceitar um e-mail.`}
      aside={
        <Button
          variant="default"
          loading={records.isFetching}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
          onClick={() => void records.refetch()}
        >
          Conferir
        </Button>
      }
    >
      <Loaded
        query={records}
        failed="Não deu para conferir"
        compact
        waiting={
          <Stack
            gap="xl"
            pt="var(--inset-top)"
            pb="var(--inset)"
            px="var(--inset)"
            className={classes.root}
            aria-busy="true"
          >
            <Skeleton height={96} radius={8} />
          </Stack>
        }
      >
        {(data) => (
          <Stack
            component="ul"
            gap="xl"
            pt="var(--inset-top)"
            pb="var(--inset)"
            px="var(--inset)"
            className={classes.root}
            aria-label="Registros do domínio"
          >
            {data.records.map((record) => (
              <Record key={record.kind} record={record} />
            ))}
            {!relay.dkimSelector && (
              <li data-tone="warn">
                <IconHelpCircle size={18} stroke={1.75} aria-hidden />
                <p>
                  <b>DKIM</b>
                  <span>
                    Escreva o seletor, que o serviço de e-mail informa, para conferir a assinatura.
                  </span>
                </p>
              </li>
            )}
          </Stack>
        )}
      </Loaded>
    </TitledCard>
  );
}

const NAMES = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const;

const missing: Record<MailRecord['kind'], string> = {
  spf: 'Falta: diz quais servidores enviam pelo domínio.',
  dkim: 'Falta: é a chave que confere a assinatura do servidor.',
  dmarc: 'Falta: diz o que fazer com quem se passa pelo domínio.',
};

const weak: Record<MailRecord['kind'], string> = {
  spf: 'Aceita qualquer servidor: termine com -all ou ~all.',
  dkim: 'A chave foi revogada.',
  dmarc: 'Só observa: com p=quarantine ou p=reject protege a marca.',
};

function Record({ record }: { record: MailRecord }) {
  const { kind, name, state, value } = record;
  const {
    icon: RecordIcon,
    tone,
    text,
  } = {
    ok: { icon: IconCircleCheck, tone: 'ok', text: 'Certo.' },
    missing: { icon: IconCircleX, tone: 'bad', text: missing[kind] },
    weak: { icon: IconAlertTriangle, tone: 'warn', text: weak[kind] },
    unknown: { icon: IconHelpCircle, tone: 'off', text: 'O DNS não respondeu. Tente de novo.' },
  }[state];
  return (
    <li data-tone={tone}>
      <RecordIcon size={18} stroke={1.75} aria-hidden />
      <Stack component="p" gap="3xs" fz="control">
        <b>{NAMES[kind]}</b>
        <span>{text}</span>
        <span className="mono">{value || name}</span>
      </Stack>
    </li>
  );
}
