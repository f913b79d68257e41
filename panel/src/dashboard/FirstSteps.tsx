/**
 * «Primeiros passos»: a checklist of first tasks for a new account. The list disappears after all
 * tasks are done or the user dismisses it.
 */
import { Button, Group, Stack } from '@mantine/core';
import { dismissFirstSteps, type FirstStep, getDashboard } from '@ramal/contract/dashboard';
import {
  IconChecklist,
  IconChevronRight,
  IconCircle,
  IconCircleCheckFilled,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAction } from '../foundation/api/query.ts';
import type { LinePlatform } from '../lines/platforms/platform.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import type { Destination } from '../ui/destination.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import type { Totals } from './Figures.tsx';
import { SectionHead } from './SectionHead.tsx';
import classes from './FirstSteps.module.css';

interface StepText {
  readonly title: string;
  readonly text: string;
  readonly to: Destination;
}

interface FirstStepsProps {
  readonly steps: NonNullable<Totals['firstSteps']>;
  /**
   * First platform that this account sells on. The first task of the list links to the form of this
   * platform.
   */
  readonly platform: LinePlatform | undefined;
  /** True if the welcome page still has steps for this account. */
  readonly hasWelcome: boolean;
}

export function FirstSteps({ steps, platform, hasWelcome }: FirstStepsProps) {
  const confirm = useConfirm();
  const dismiss = useAction(dismissFirstSteps, { refresh: [getDashboard] });
  const texts = stepTexts(platform);
  const done = steps.filter((step) => step.done).length;
  const ask = () =>
    confirm({
      title: 'Dispensar os primeiros passos?',
      icon: IconChecklist,
      facts: [{ icon: IconCircleCheckFilled, text: 'O início não os mostra mais nesta conta.' }],
      confirmLabel: 'Sim, dispensar',
      onConfirm: () => dismiss.mutateAsync({}),
    });
  return (
    <section>
      <SectionHead
        title="Primeiros passos"
        aside={
          <Group component="span" gap="sm" wrap="nowrap" c="var(--ink-3)" fz="note">
            <span>
              {done} de {steps.length}
            </span>
            <Button variant="subtle" size="compact-sm" onClick={() => void ask()}>
              Dispensar
            </Button>
          </Group>
        }
      />
      <Panel py="2xs" px={0}>
        <ol>
          {hasWelcome && <Step {...welcomeStep} isDone={false} />}
          {steps.map(({ name, done: isDone }) => (
            <Step key={name} {...texts[name]} isDone={isDone} />
          ))}
        </ol>
      </Panel>
    </section>
  );
}

function Step({ title, text, to, isDone }: StepText & { isDone: boolean }) {
  if (isDone) {
    return (
      <li className={classes.step} data-done>
        <IconCircleCheckFilled size={20} aria-hidden />
        <b>
          {title}
          <span className="visually-hidden">, feito</span>
        </b>
      </li>
    );
  }
  return (
    <li>
      <Link {...to} className={classes.step}>
        <IconCircle size={20} stroke={1.75} aria-hidden />
        <Stack component="span" gap={0}>
          <b>{title}</b>
          <span>{text}</span>
        </Stack>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}

const welcomeStep: StepText = {
  title: 'Boas-vindas',
  text: 'Endereço, TLS, cópias e e-mail desta instalação, passo a passo.',
  to: { to: '/welcome' },
};

const stepTexts = (platform: LinePlatform | undefined): Readonly<Record<FirstStep, StepText>> => {
  const { createPath, listPath } = platform?.definition ?? { createPath: '/me', listPath: '/me' };
  return {
    catalogue: {
      title: 'Trazer o catálogo',
      text: 'Importe a lista do seu provedor, ou cadastre o primeiro canal.',
      to: { to: '/catalogue/{-$section}', params: { section: 'listas' } },
    },
    package: {
      title: 'Montar um pacote',
      text: 'O que uma linha assiste e em quantas telas.',
      to: { to: '/catalogue/{-$section}', params: { section: 'pacotes' } },
    },
    reseller: {
      title: 'Cadastrar a primeira revenda',
      text: 'Ela recebe créditos e vende às próprias linhas.',
      to: { to: '/reseller' },
    },
    'second-factor': {
      title: 'Proteger a conta',
      text: 'Um segundo fator ou uma chave de acesso, em Minha conta.',
      to: { to: '/me' },
    },
    test: {
      title: 'Criar o primeiro teste',
      text: 'É grátis, dura algumas horas e para sozinho.',
      to: { to: createPath, search: { kind: 'test' } },
    },
    sale: {
      title: 'Vender a primeira linha',
      text: 'Uma linha oficial, por créditos.',
      to: { to: createPath },
    },
    whatsapp: {
      title: 'Guardar o WhatsApp de um cliente',
      text: 'Com o número, recibo e cobrança saem por um toque.',
      to: { to: listPath },
    },
    text: {
      title: 'Escrever o seu texto',
      text: 'O que o cliente recebe por «Enviar» e «Cobrar», nas suas palavras.',
      to: { to: '/me' },
    },
  };
};
