/** Content of each step. It is a form of the panel, or settings for the machine. */
import { Stack, Text } from '@mantine/core';
import { getChannels } from '@ramal/contract/messaging';
import { type WelcomeStep, viewWelcome } from '@ramal/contract/operations/welcome';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryKey, useCall } from '../foundation/api/query.ts';
import { MailRelayCard } from '../settings/channels/MailRelayCard.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { AddressStep, TlsStep } from './AddressSteps.tsx';
import { BackupStep } from './BackupStep.tsx';
import type { WelcomeAnswer } from './welcome-words.ts';

interface StepContentProps {
  readonly step: WelcomeStep;
  readonly welcome: WelcomeAnswer;
  /** Called after each change that can complete the step. */
  readonly onDone: () => void;
}

export function StepContent({ step, welcome, onDone }: StepContentProps) {
  const { title, text } = heads[step];
  return (
    <Stack gap="2xl" component="section" aria-label={title}>
      <div>
        <Text
          component="h2"
          fz="var(--text-title)"
          fw={600}
          lh="var(--leading-title)"
          lts="var(--tracking-heading)"
        >
          {title}
        </Text>
        <Text mt="xs" c="var(--ink-2)">
          {text}
        </Text>
      </div>
      {contents[step]({ welcome, onDone })}
    </Stack>
  );
}

const heads: Readonly<Record<WelcomeStep, { title: string; text: string }>> = {
  address: {
    title: 'Por onde todos chegam',
    text: 'Links, listas e mensagens usam este endereço. Ele precisa levar a esta máquina.',
  },
  tls: {
    title: 'Conexão cifrada',
    text: 'Sem ela, senhas passam abertas pela rede e o navegador desliga parte do painel.',
  },
  backup: {
    title: 'Onde guardar as cópias',
    text: 'Hoje as cópias ficam só nesta máquina: se ela se perder, perde-se tudo. Com um lugar fora, a perda é de segundos.',
  },
  mail: {
    title: 'Por onde saem os e-mails',
    text: 'Avisos e lembretes saem por um servidor de e-mail seu.',
  },
  package: {
    title: 'O primeiro pacote',
    text: 'Um pacote diz o que uma linha assiste e em quantas telas. As revendas vendem pacotes.',
  },
  reseller: {
    title: 'A primeira revenda',
    text: 'Ela recebe créditos de você e vende às próprias linhas.',
  },
};

type ContentProps = Omit<StepContentProps, 'step'>;

const contents: Readonly<Record<WelcomeStep, (props: ContentProps) => ReactNode>> = {
  address: (props) => <AddressStep {...props} />,
  tls: (props) => <TlsStep {...props} />,
  backup: (props) => <BackupStep {...props} />,
  mail: (props) => <MailStep {...props} />,
  package: () => (
    <div>
      <LinkButton
        size="md"
        to="/catalogue/{-$section}"
        params={{ section: 'pacotes' }}
        search={{ dialog: 'create' } as never}
      >
        Criar pacote
      </LinkButton>
    </div>
  ),
  reseller: () => (
    <div>
      <LinkButton size="md" to="/reseller">
        Cadastrar revenda
      </LinkButton>
    </div>
  ),
};

const EVERYBODY = { query: { franchise: 0 } };

function MailStep({ welcome }: Pick<ContentProps, 'welcome'>) {
  const client = useQueryClient();
  const channels = useCall(getChannels, EVERYBODY);
  const isNew = welcome.mailHost === null && Boolean(channels.data?.email);
  useEffect(() => {
    if (isNew) void client.invalidateQueries({ queryKey: queryKey(viewWelcome) });
  }, [client, isNew]);
  return (
    <Loaded query={channels} failed="Não deu para carregar os canais" height={420} radius={12}>
      {(state) => <MailRelayCard state={state} />}
    </Loaded>
  );
}
