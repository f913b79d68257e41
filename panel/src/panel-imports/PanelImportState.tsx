/**
 * Shows a panel import after its check: the preview, the progress or the result, and the possible
 * actions.
 */
import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  applyPanelImport,
  discardPanelImport,
  getPanelImport,
  listPanelImportRows,
  listPanelImports,
  type PanelImport,
  pullPanelImport,
  undoPanelImport,
} from '@ramal/contract/operations/panel-imports';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsExchange,
  IconBinaryTree2,
  IconCircleCheck,
  IconCoin,
  IconDownload,
  IconServer2,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { pluralize, creditsInWords, formatCount } from '../foundation/numbers.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useIssuingCode } from '../second-factors/use-fresh-code.ts';
import { isTaskActive } from '../tasks/task.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useTask } from '../tasks/use-task.ts';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { SkippedValues } from '../ui/status/SkippedValues.tsx';
import { PanelImportRows } from './PanelImportRows.tsx';
import classes from './PanelImportState.module.css';
import { usePanelImportParams } from './panel-import-params.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const changed = [getPanelImport, listPanelImportRows, listPanelImports];

export function PanelImportState({
  panelImport,
  onMap,
}: {
  panelImport: PanelImport;
  onMap: () => void;
}) {
  const { state } = panelImport;
  const isReading = state === 'reading' || state === 'interrupted';
  const isAtWork = ['reading', 'applying', 'undoing'].includes(state);
  const task = useTask(panelImport.task?.id, {
    startedTask: panelImport.task,
    refresh: changed,
    awaited: isAtWork,
  });
  const interrupted = !isAtWork && task && !isTaskActive(task) && task.state !== 'done';
  return (
    <Stack gap="2xl" miw={0}>
      {isAtWork && task && (
        <TaskProgress
          task={task}
          title={workTitles[state] ?? `Lendo ${panelImport.name}`}
          stopNote="O que já foi feito fica; depois dá para continuar de onde parou."
        />
      )}
      {interrupted && (
        <Notice tone="warn" icon={IconAlertTriangle} title="Não terminou">
          {task.message}{' '}
          {isReading
            ? 'O que já foi lido está guardado, e dá para continuar.'
            : 'O que já foi feito está feito, e dá para continuar.'}
        </Notice>
      )}
      {state === 'interrupted' && <ReadingActs panelImport={panelImport} />}
      {!isReading && <SkippedValues skips={panelImport.skips} />}
      {state === 'forgotten' ? (
        <Notice tone="warn" icon={IconAlertTriangle} title="Esquecida">
          O que foi lido foi excluído porque tem senhas. O que veio continua aqui.
        </Notice>
      ) : isReading ? null : (
        <Panel
          gap="2xl"
          p="var(--inset) var(--inset-large)"
          label={`Mudança de ${panelImport.panel}`}
        >
          <Figures panelImport={panelImport} />
          <Reasons panelImport={panelImport} />
          {!isAtWork && <Acts panelImport={panelImport} onMap={onMap} />}
        </Panel>
      )}
      {!isAtWork && !isReading && state !== 'forgotten' && (
        <PanelImportRows panelImport={panelImport} />
      )}
    </Stack>
  );
}

const workTitles: Readonly<Partial<Record<PanelImport['state'], string>>> = {
  applying: 'Trazendo do outro painel',
  undoing: 'Desfazendo a mudança',
};

/** Buttons that continue or discard a panel import whose reading of the server was interrupted. */
function ReadingActs({ panelImport }: { panelImport: PanelImport }) {
  const alert = useAlertDialog();
  const pull = useAction(pullPanelImport, {
    refresh: changed,
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  const { server } = panelImport;
  return (
    <Group gap="md" align="stretch">
      {server && (
        <Button
          leftSection={<IconDownload {...icon} />}
          loading={pull.isPending}
          onClick={() => pull.mutate({ body: { server: server.id } })}
        >
          Continuar a leitura
        </Button>
      )}
      <Discard panelImport={panelImport} />
    </Group>
  );
}

function Discard({ panelImport }: { panelImport: PanelImport }) {
  const discard = useDiscard(panelImport);
  return (
    <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={() => void discard()}>
      Descartar
    </Button>
  );
}

/** Shows the counts of resellers and lines: to import, already existing, and left out. */
function Figures({ panelImport: { result, outcomes } }: { panelImport: PanelImport }) {
  if (!result) return null;
  return (
    <SimpleGrid
      component="dl"
      minColWidth="calc(13 * var(--space-2xl))"
      autoFlow="auto-fit"
      spacing="2xl"
    >
      {(['reseller', 'line'] as const).map((kind) => {
        const counts = result.counts[kind];
        const { brought, refused, undone, stays } = outcomes[kind];
        const words = [
          [counts.new, 'a trazer'],
          [brought, 'vieram'],
          [counts.same, 'já estavam aqui'],
          [counts.left + refused, 'de fora'],
          [undone, 'desfeitas'],
          [stays, 'ficaram'],
        ] as const;
        return (
          <div key={kind}>
            <Box component="dt" c="var(--ink-2)" fz="note">
              {kind === 'reseller' ? 'Revendas' : 'Linhas'}
            </Box>
            <Box component="dd" c="var(--ink)" fz="body" fw={500}>
              {words
                .filter(([count]) => count > 0)
                .map(([count, word]) => `${formatCount(count)} ${word}`)
                .join(' · ') || 'nenhuma'}
            </Box>
          </div>
        );
      })}
      {result.counts.reseller.new > 0 && (
        <div>
          <Box component="dt" c="var(--ink-2)" fz="note">
            Créditos das que vêm
          </Box>
          <Box component="dd" c="var(--ink)" fz="body" fw={500}>
            {creditsInWords(result.credits)}
          </Box>
        </div>
      )}
    </SimpleGrid>
  );
}

function Reasons({ panelImport: { result } }: { panelImport: PanelImport }) {
  if (!result || result.reasons.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap="xs"
      c="var(--ink-2)"
      fz="control"
      className={classes.reasons}
      aria-label="Por que ficam de fora"
    >
      {result.reasons.map(({ kind, reason, count }) => (
        <li key={`${kind} ${reason}`}>
          <Text component="b" inherit c="var(--ink)" ta="end" className="num">
            {formatCount(count)}
          </Text>
          <span>
            {kind === 'reseller' ? 'Revenda' : 'Linha'}: {reason}
          </span>
        </li>
      ))}
    </Stack>
  );
}

function Acts({ panelImport, onMap }: { panelImport: PanelImport; onMap: () => void }) {
  const [asks, setAsks] = useState(false);
  const undo = useUndo(panelImport);
  const { due, gone, here } = sumsOf(panelImport);
  return (
    <Group gap="md" align="stretch">
      {due > 0 && (
        <Button leftSection={<IconDownload {...icon} />} onClick={() => setAsks(true)}>
          {gone ? 'Continuar' : 'Trazer'}
        </Button>
      )}
      <Button variant="default" leftSection={<IconArrowsExchange {...icon} />} onClick={onMap}>
        Mudar a correspondência
      </Button>
      {here > 0 ? (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp {...icon} />}
          onClick={() => void undo()}
        >
          Desfazer
        </Button>
      ) : (
        <Discard panelImport={panelImport} />
      )}
      {asks && <ApplyDialog panelImport={panelImport} onClose={() => setAsks(false)} />}
    </Group>
  );
}

/**
 * Returns the number of new rows, whether the import has started, and the number of rows imported
 * so far.
 */
function sumsOf({ result, outcomes }: PanelImport) {
  const kinds = ['reseller', 'line'] as const;
  const sum = (countOfKind: (kind: (typeof kinds)[number]) => number) =>
    countOfKind('reseller') + countOfKind('line');
  const dealt = sum((kind) => {
    const { brought, refused, undone, stays } = outcomes[kind];
    return brought + refused + undone + stays;
  });
  return {
    due: sum((kind) => result?.counts[kind].new ?? 0),
    gone: dealt > 0,
    here: sum((kind) => outcomes[kind].brought + outcomes[kind].stays),
  };
}

function ApplyDialog({ panelImport, onClose }: { panelImport: PanelImport; onClose: () => void }) {
  const { code, codeFor } = useIssuingCode();
  const issuingCode = codeFor(Math.round(panelImport.result!.credits * 100));
  const form = useForm(applyPanelImport, {
    initial: {},
    freshCode: () => issuingCode,
    send: () => ({ params: { id: panelImport.id }, body: {} }),
    refresh: changed,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Trazer de ${panelImport.panel}?`}
      submitLabel="Sim, trazer"
      onClose={onClose}
      facts={factsOf(panelImport)}
    >
      {form.needsCode && <FreshCode code={code} />}
    </FormDialog>
  );
}

/**
 * Returns the counts of an import. The server counts only unprocessed rows, so «Continuar» shows
 * the number of remaining rows.
 */
function factsOf({ result, source }: PanelImport): readonly Fact[] {
  const { counts, credits } = result!;
  const resellers: readonly Fact[] = [
    {
      icon: IconBinaryTree2,
      text: `**${pluralize(counts.reseller.new, 'revenda', 'revendas')}**, cada uma abaixo de quem está acima dela lá.`,
    },
    { icon: IconCoin, text: `**${creditsInWords(credits)}** são emitidos para elas.` },
  ];
  const lines: readonly Fact[] = [
    {
      icon: IconUsers,
      text: `**${pluralize(counts.line.new, 'linha', 'linhas')}**, com usuário, senha e vencimento de lá, sem custo.`,
    },
  ];
  return [
    ...(counts.reseller.new > 0 ? resellers : []),
    ...(counts.line.new > 0 ? lines : []),
    ...(source === 'server'
      ? [{ icon: IconServer2, text: 'Elas **já ficam no servidor**: nada é escrito lá.' }]
      : []),
    {
      icon: IconCircleCheck,
      tone: 'ok',
      text: 'Dá para parar, continuar e desfazer: nada vem duas vezes.',
    },
  ];
}

function useUndo({ id, panel, source }: PanelImport) {
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const undo = useAction(undoPanelImport, {
    refresh: changed,
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  return () =>
    confirm({
      title: 'Desfazer esta mudança?',
      lead: `O que veio de ${panel} e ninguém alterou desde então é excluído, e os créditos voltam.`,
      icon: IconArrowBackUp,
      tone: 'danger',
      facts: [
        source === 'server'
          ? {
              icon: IconServer2,
              text: 'O servidor fica como está: os clientes dessas linhas continuam assistindo.',
            }
          : {
              icon: IconAlertTriangle,
              tone: 'warn',
              text: 'Clientes dessas linhas deixam de assistir na hora.',
            },
        {
          icon: IconCircleCheck,
          tone: 'ok',
          text: 'O que mudou ou já foi usado fica, e a lista diz por quê.',
        },
      ],
      confirmLabel: 'Sim, desfazer',
      onConfirm: () => undo.mutateAsync({ params: { id } }),
    });
}

function useDiscard({ id, name }: PanelImport) {
  const confirm = useConfirm();
  const { goTo } = usePanelImportParams();
  const discard = useAction(discardPanelImport, { refresh: [listPanelImports] });
  return async () => {
    const done = await confirm({
      title: 'Descartar esta mudança?',
      icon: IconTrash,
      tone: 'danger',
      object: { name },
      confirmLabel: 'Sim, descartar',
      onConfirm: () => discard.mutateAsync({ params: { id } }),
    });
    if (done) goTo(undefined);
  };
}
