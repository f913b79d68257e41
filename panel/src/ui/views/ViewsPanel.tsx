import { ActionIcon, Box, Button, Checkbox, Text, TextInput } from '@mantine/core';
import type { ListView } from '@ramal/contract/list-views';
import { IconCheck, IconPinFilled, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../foundation/api/api.ts';
import type { ListViewState } from './use-list-view.ts';
import { PanelList, PanelRow } from './PanelList.tsx';
import classes from './ViewsPanel.module.css';

interface ViewsPanelProps {
  view: ListViewState;
  onDone: () => void;
}

/**
 * Panel with the saved views of a list. A click applies a view. The current state of the list can
 * be saved under a name.
 */
export function ViewsPanel({ view, onDone }: ViewsPanelProps) {
  const { views, active, apply } = view;
  const [problem, setProblem] = useState('');
  const attempt = (work: Promise<void>) => {
    setProblem('');
    return work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    });
  };
  const choose = (view: ListView | undefined) => {
    apply(view);
    onDone();
  };
  return (
    <PanelList
      title="Visões"
      rows={
        <>
          <PanelRow>
            <ViewButton name="Padrão da lista" chosen={false} onClick={() => choose(undefined)} />
          </PanelRow>
          {views.map((listView) => (
            <PanelRow key={listView.id}>
              <ViewButton
                name={listView.name}
                chosen={listView.id === active?.id}
                isDefault={listView.isDefault}
                onClick={() => choose(listView)}
              />
              <ActionIcon
                data-tooltip="Excluir visão"
                variant="subtle"
                size={28}
                aria-label={`Excluir a visão ${listView.name}`}
                onClick={() => void attempt(view.remove(listView))}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </PanelRow>
          ))}
        </>
      }
    >
      <SaveView view={view} attempt={attempt} />
      {problem && (
        <Box component="p" role="alert" p="0.5rem 0.375rem 2px" c="var(--bad)" fz="note">
          {problem}
        </Box>
      )}
    </PanelList>
  );
}

interface ViewButtonProps {
  name: string;
  chosen: boolean;
  isDefault?: boolean;
  onClick: () => void;
}

function ViewButton({ name, chosen, isDefault = false, onClick }: ViewButtonProps) {
  return (
    <button
      type="button"
      className={classes.choice}
      aria-current={chosen || undefined}
      onClick={onClick}
    >
      <Text span inherit lineClamp={2} flex={1}>
        {name}
      </Text>
      {isDefault && <IconPinFilled size={14} aria-label="abre com a lista" role="img" />}
      {chosen && <IconCheck size={15} stroke={2} aria-hidden />}
    </button>
  );
}

interface SaveViewProps {
  view: ListViewState;
  attempt: (work: Promise<void>) => Promise<void>;
}

/** Form that saves a view. If a view with this name exists, it is replaced. */
function SaveView({ view, attempt }: SaveViewProps) {
  const [name, setName] = useState(view.active?.name ?? '');
  const [isDefault, setDefault] = useState(view.active?.isDefault ?? false);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || busy) return;
    setBusy(true);
    await attempt(view.save(name.trim(), isDefault));
    setBusy(false);
  };
  const replaces = view.views.some((listView) => listView.name === name.trim());
  return (
    <form className={classes.save} onSubmit={(event) => void save(event)}>
      <TextInput
        label="Salvar como está agora"
        placeholder="Nome da visão"
        description="Filtros, ordem, colunas e itens por página."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Abrir a lista com ela"
        checked={isDefault}
        onChange={(event) => setDefault(event.currentTarget.checked)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={busy}
        disabled={name.trim() === ''}
      >
        {replaces ? 'Salvar de novo' : 'Salvar visão'}
      </Button>
    </form>
  );
}
