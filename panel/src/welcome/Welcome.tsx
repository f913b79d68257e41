/**
 * /welcome: guides the first admin through a new installation (S-WELCOME). The screen has no menu.
 */
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  type WelcomeStep,
  getWelcomeState,
  leaveWelcome,
  skipWelcomeStep,
  viewWelcome,
  welcomeSteps,
} from '@ramal/contract/operations/welcome';
import { IconChevronDown, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useBrand } from '../brand/brand.tsx';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { CodePrompt } from '../second-factors/CodePrompt.tsx';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { BottomSheet } from '../ui/bottom-sheet/BottomSheet.tsx';
import { BrandMark } from '../ui/BrandMark.tsx';
import { Tooltips } from '../ui/floating/Tooltips.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { ProgressBar } from '../ui/status/ProgressBar.tsx';
import { WelcomeSteps } from './WelcomeSteps.tsx';
import type { StepState, WelcomeAnswer } from './welcome-words.ts';
import classes from './Welcome.module.css';

/**
 * Loads the forms from a separate chunk. Otherwise the first chunk would contain the list of the
 * files of all forms.
 */
const StepContent = lazy(async () => ({
  default: (await import('./StepContent.tsx')).StepContent,
}));

export const Welcome = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <CodePrompt />
    <Tooltips />
    <Screen />
  </RequirePermission>
);

function Screen() {
  const welcome = useCall(viewWelcome, {});
  const [chosen, choose] = useState<WelcomeStep>();
  const leave = useLeave();
  const { data } = welcome;
  const current = chosen ?? data?.steps.find(({ state }) => state === 'open')?.name;
  const check = () =>
    void welcome.refetch().then(({ data: fresh }) => {
      if (fresh?.steps.find(({ name }) => name === current)?.state === 'done') choose(undefined);
    });
  return (
    <div className={classes.root}>
      <header className={classes.side}>
        <Intro />
        <Steps welcome={data ?? unmeasured} current={current} onChoose={choose} />
        <Button
          variant="subtle"
          className={classes.leave!}
          loading={leave.isPending}
          onClick={() => leave.mutate({ body: { isDone: false } })}
        >
          Parar por agora
        </Button>
      </header>
      <main className={classes.content}>
        <Loaded
          query={welcome}
          failed="Não deu para conferir os passos"
          waiting={<Skeleton height={360} radius={12} />}
        >
          {(answer) =>
            current === undefined ? (
              <Finished
                isComplete={isComplete(answer)}
                onLeave={() => leave.mutate({ body: { isDone: isComplete(answer) } })}
              />
            ) : (
              <Stack gap="4xl">
                <Suspense fallback={<Skeleton height={280} radius={12} />}>
                  <StepContent key={current} step={current} welcome={answer} onDone={check} />
                </Suspense>
                <StepActs
                  step={current}
                  state={answer.steps.find(({ name }) => name === current)?.state}
                  isChecking={welcome.isFetching}
                  onCheck={check}
                  onNext={() => choose(undefined)}
                />
              </Stack>
            )
          }
        </Loaded>
      </main>
    </div>
  );
}

function Intro() {
  const brand = useBrand();
  return (
    <>
      <title>{`Boas-vindas · ${brand.title ?? brand.name}`}</title>
      <Group gap="md" fw={600} fz="field" className={classes.brand}>
        <BrandMark size={28} logo={brand.logo} />
        {brand.name}
      </Group>
      <Text
        component="h1"
        fz="var(--text-title)"
        fw={600}
        lh="var(--leading-title)"
        lts="var(--tracking-heading)"
      >
        Boas-vindas
      </Text>
      <Text mt="2xs" c="var(--ink-2)" maw="36ch">
        Seis passos para vender a primeira linha. Dá para parar e voltar quando quiser.
      </Text>
    </>
  );
}

interface StepActsProps {
  readonly step: WelcomeStep;
  readonly state: StepState | undefined;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  /** Opens the first step that is neither done nor skipped. */
  readonly onNext: () => void;
}

function StepActs({ step, state, isChecking, onCheck, onNext }: StepActsProps) {
  const skip = useAction(skipWelcomeStep, { refresh: [viewWelcome], onSuccess: onNext });
  return (
    <Group gap="md">
      <Button
        size="md"
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        loading={isChecking}
        onClick={onCheck}
      >
        Conferir de novo
      </Button>
      {state === 'open' ? (
        <Button
          size="md"
          variant="subtle"
          ml="auto"
          loading={skip.isPending}
          onClick={() => skip.mutate({ body: { step } })}
        >
          Pular por agora
        </Button>
      ) : (
        <Button size="md" variant="subtle" ml="auto" onClick={onNext}>
          Seguir
        </Button>
      )}
    </Group>
  );
}

/** State of the steps until the first answer arrives. */
const unmeasured: WelcomeAnswer = {
  steps: welcomeSteps.map((name) => ({ name, state: 'open' })),
  publicUrl: null,
  addressFailure: null,
  certificateEndsTimestamp: null,
  backup: { hasKey: false, isKeyProven: false, hasRemote: false },
  mailHost: null,
  settingsFile: null,
  settings: { address: [], tls: [], backup: [] },
  startCommand: '',
  port: 0,
};

function useLeave() {
  const navigate = useNavigate();
  return useAction(leaveWelcome, {
    refresh: [getWelcomeState],
    onSuccess: () => void navigate({ to: '/dashboard' }),
  });
}

interface StepsProps {
  readonly welcome: WelcomeAnswer;
  readonly current: WelcomeStep | undefined;
  readonly onChoose: (step: WelcomeStep) => void;
}

/** Steps as a branch next to the form. On the phone they are folded into one button. */
function Steps({ welcome, current, onChoose }: StepsProps) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { steps } = welcome;
  const done = steps.filter(({ state }) => state === 'done').length;
  const position = steps.findIndex(({ name }) => name === current) + 1;
  const branch = (
    <WelcomeSteps
      welcome={welcome}
      current={current}
      onChoose={(step) => {
        setOpen(false);
        onChoose(step);
      }}
    />
  );
  if (isPhone)
    return (
      <>
        <Button
          mt="xl"
          size="md"
          variant="default"
          fullWidth
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {position === 0
            ? `${done} de ${steps.length} feitos`
            : `Passo ${position} de ${steps.length}`}
        </Button>
        <BottomSheet opened={isOpen} onClose={() => setOpen(false)} label="Passos" title="Passos">
          {branch}
        </BottomSheet>
      </>
    );
  return (
    <>
      <Box mt="4xl" mx="calc(-1 * var(--space-lg))">
        {branch}
      </Box>
      <Group gap="lg" wrap="nowrap" mt="auto" fz="note" c="var(--ink-2)">
        <Box flex={1}>
          <ProgressBar label="Passos feitos" share={done / steps.length} />
        </Box>
        <span>
          {done} de {steps.length}
        </span>
      </Group>
    </>
  );
}

const isComplete = ({ steps }: WelcomeAnswer): boolean =>
  steps.every(({ state }) => state === 'done');

interface FinishedProps {
  readonly isComplete: boolean;
  readonly onLeave: () => void;
}

const Finished = ({ isComplete: hasAll, onLeave }: FinishedProps) => (
  <EmptyState
    icon={IconCircleCheck}
    tone="ok"
    title={hasAll ? 'Tudo pronto' : 'Por agora é só'}
    text={
      hasAll ? undefined : 'Os passos pulados esperam por você em Início, nos primeiros passos.'
    }
    actions={<Button onClick={onLeave}>Ir para o início</Button>}
  />
);
