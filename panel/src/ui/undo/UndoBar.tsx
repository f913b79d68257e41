/**
 * Bar with «Desfazer» for ten seconds after an act. The server has already stored the act, so
 * closing the page loses nothing. The undo is a call of its own.
 */
import { Button } from '@mantine/core';
import { undoAct } from '@ramal/contract/undo';
import { IconArrowBackUp, IconBrandWhatsapp, IconCircleCheck, IconX } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { typesInField } from '../../foundation/shortcuts.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useFailureAlert } from '../dialogs/use-failure-alert.ts';
import { KeyCap } from '../KeyCap.tsx';
import { CountdownRing } from './CountdownRing.tsx';
import { closeOffer, type FollowUp, type OfferedAct } from './offered-act.ts';
import { useUndoPlace } from './undo-place.ts';
import { useCountdown } from './use-countdown.ts';
import classes from './UndoBar.module.css';

/** Time in which the bar shows that the act was undone. */
const DONE_MS = 4_000;

export function UndoBar({ act }: { act: OfferedAct }) {
  const [isPaused, setPaused] = useState(false);
  const { undone, pending, run } = useUndo(act);
  const countdown = useCountdown(act.startedAt, isPaused || pending);
  const mayUndo = undone === undefined && countdown.seconds > 0;
  const close = () => closeOffer(act.undoId);
  const focus = useFocusBack(undone !== undefined);
  useUndoKey(mayUndo && !pending, run);
  useClosing(act, { isOver: countdown.seconds === 0, isUndone: undone !== undefined });
  return createPortal(
    <div
      className={classes.root}
      data-undo-bar
      data-toast
      role="group"
      aria-label="Último ato"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={(event) => {
        focus.remember(event);
        setPaused(true);
      }}
      onBlur={() => setPaused(false)}
    >
      {mayUndo ? (
        <CountdownRing seconds={countdown.seconds} total={countdown.total} />
      ) : (
        <IconCircleCheck className={classes.mark} size={26} stroke={1.75} aria-hidden />
      )}
      <Words act={act} undone={undone} />
      <button type="button" className={classes.close} aria-label="Fechar o aviso" onClick={close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </button>
      {undone === undefined && (
        <Actions act={act} mayUndo={mayUndo} pending={pending} onUndo={run} />
      )}
    </div>,
    useUndoPlace(),
  );
}

/** The text appears after the empty status, because screen readers announce only changes. */
function Words({ act, undone }: { act: OfferedAct; undone: string | undefined }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <p className={classes.words} role="status">
      {isReady && (
        <>
          <span className={classes.name}>{act.name}</span>{' '}
          {undone === undefined ? (
            <>
              <span>{act.effect}</span>
              {act.note && <span> · {act.note}</span>}
            </>
          ) : (
            <span>{undone}</span>
          )}
        </>
      )}
    </p>
  );
}

interface ActionsProps {
  act: OfferedAct;
  mayUndo: boolean;
  pending: boolean;
  onUndo: () => void;
}

function Actions({ act, mayUndo, pending, onUndo }: ActionsProps) {
  const isPhone = useIsPhone();
  const { followUps = [] } = act;
  if (!mayUndo && followUps.length === 0) return null;
  return (
    <div className={classes.actions}>
      {mayUndo && (
        <Button
          variant="default"
          loading={pending}
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden />}
          rightSection={
            isPhone ? undefined : (
              <span aria-hidden>
                <KeyCap>Ctrl</KeyCap> <KeyCap>Z</KeyCap>
              </span>
            )
          }
          aria-keyshortcuts="Control+Z"
          onClick={onUndo}
        >
          Desfazer
        </Button>
      )}
      {followUps.map((followUp) => (
        <FollowUpButton key={followUp.label} {...followUp} />
      ))}
    </div>
  );
}

const FollowUpButton = ({ label, name, look, run }: FollowUp) => (
  <Button
    variant={look ?? 'default'}
    aria-label={name}
    leftSection={
      look === 'whatsapp' ? <IconBrandWhatsapp size={18} stroke={1.75} aria-hidden /> : undefined
    }
    onClick={run}
  >
    {label}
  </Button>
);

/** Sends the undo once, and returns the text after it. */
function useUndo(act: OfferedAct) {
  const [undone, setUndone] = useState<string>();
  const showFailure = useFailureAlert();
  const undo = useAction(undoAct, { refresh: act.refresh });
  const run = async () => {
    try {
      const answer = await undo.mutateAsync({ params: { id: act.undoId }, body: {} });
      setUndone(['Desfeito', act.describeUndone?.(answer)].filter(Boolean).join('. '));
      act.onUndone?.();
    } catch (failure) {
      closeOffer(act.undoId);
      await showFailure(failure);
    }
  };
  return { undone, pending: undo.isPending, run: () => void run() };
}

/** Ctrl Z undoes the act, except in a field and under a dialog. */
function useUndoKey(isOffered: boolean, run: () => void): void {
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if (typesInField(event.target) || isCovered()) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

const isCovered = (): boolean =>
  document.querySelector(
    'dialog[open], [role="alertdialog"], [aria-modal="true"]:not([data-customer-sheet])',
  ) !== null;

interface BarState {
  readonly isOver: boolean;
  readonly isUndone: boolean;
}

function useClosing({ undoId, lasts = false }: OfferedAct, { isOver, isUndone }: BarState): void {
  useEffect(() => {
    if (isUndone) {
      const timer = setTimeout(() => closeOffer(undoId), DONE_MS);
      return () => clearTimeout(timer);
    }
    if (isOver && !lasts) closeOffer(undoId);
    return undefined;
  }, [isOver, isUndone, lasts, undoId]);
}

/**
 * Returns the focus to the element that had it before the bar, because the undo removes the pressed
 * button.
 */
function useFocusBack(isUndone: boolean) {
  const before = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (isUndone && before.current?.isConnected) before.current.focus({ preventScroll: true });
  }, [isUndone]);
  return {
    remember: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        before.current = relatedTarget;
    },
  };
}
