import { ActionIcon, Drawer, Group } from '@mantine/core';
import { setUndoPlace } from '../../ui/undo/undo-place.ts';
import { customerName } from '@ramal/contract/rules/customer-name';
import {
  IconChevronDown,
  IconChevronUp,
  IconMaximize,
  IconMinimize,
  IconX,
} from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { shortcutsOn, typesInField } from '../../foundation/shortcuts.ts';
import { useAfterMount } from '../../foundation/use-after-mount.ts';
import type { LineActions } from '../dialogs/use-line-actions.tsx';
import type { Line } from '../line.ts';
import classes from './CustomerFrame.module.css';
import type { CustomerForm } from './customer.ts';
import { useCharge } from './CustomerActs.tsx';
import { ExpiryWord } from './head/ExpiryWord.tsx';
import type { Steps } from './use-steps.ts';
import { useSwipe } from './use-swipe.ts';

export interface FrameState {
  readonly form: CustomerForm;
  readonly steps: Steps;
  /** Undefined until the line has loaded, and after it was deleted. */
  readonly line: Line | undefined;
  readonly acts: LineActions;
  readonly now: Date;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  readonly onWhole: (isWhole: boolean) => void;
}

interface CustomerFrameProps extends FrameState {
  readonly head: ReactNode;
  readonly actions: ReactNode;
  /** Second column of the whole page. In the other forms it follows the sections. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows the page as the sheet of a phone, next to the list, or as the whole screen. */
export const CustomerFrame = (props: CustomerFrameProps) =>
  props.form === 'sheet' ? <Sheet {...props} /> : <Panel {...props} />;

const labelOf = ({ line }: FrameState): string => (line ? customerName(line).name : 'Cliente');

function Panel(props: CustomerFrameProps) {
  const { form, line, takesFocus, head, actions, aside, children, onClose } = props;
  const root = useRef<HTMLElement>(null);
  useClosedByBack(true, onClose);
  useHeadingFocus(root, takesFocus ? line?.id : undefined);
  const onKeyDown = usePageKeys(props, root);
  return (
    <aside
      ref={root}
      className={classes.panel}
      data-form={form}
      aria-label={labelOf(props)}
      onKeyDown={onKeyDown}
    >
      <Bar {...props} />
      <div className={classes.fixed}>
        {head}
        {actions}
      </div>
      <div className={classes.scroll}>
        <div className={classes.column}>{children}</div>
        <div className={classes.column}>{aside}</div>
      </div>
    </aside>
  );
}

function Sheet(props: CustomerFrameProps) {
  const { steps, onClose, head, actions, aside, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const [isHeadHidden, setHeadHidden] = useState(false);
  const onKeyDown = usePageKeys(props, root);
  useClosedByBack(true, onClose);
  const swipe = useSwipe({ onPrevious: steps.previous, onNext: steps.next, onDown: onClose });
  return (
    <Drawer.Root
      opened={useAfterMount(true)}
      onClose={onClose}
      position="bottom"
      size="calc(100dvh - 14px)"
      // A window or a menu over the sheet handles the key itself.
      closeOnEscape={false}
      transitionProps={{ duration: 240, exitDuration: 160 }}
    >
      <Drawer.Overlay />
      <Drawer.Content
        ref={root}
        classNames={{ content: classes.sheet! }}
        aria-label={labelOf(props)}
        data-form="sheet"
        data-customer-sheet
        onKeyDown={onKeyDown}
      >
        <div className={classes.top} {...swipe.whole}>
          <span className={classes.grip} />
          <Bar {...props} isNamed={isHeadHidden} />
        </div>
        <div
          className={classes.scroll}
          {...swipe.sideways}
          onScroll={({ currentTarget }) => setHeadHidden(currentTarget.scrollTop > NAME_PX)}
        >
          {head}
          {children}
          {aside}
        </div>
        <div ref={setUndoPlace} data-undo-place />
        {actions}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Scrolled distance after which the name has left the sheet. */
const NAME_PX = 40;

function Bar(props: FrameState & { isNamed?: boolean }) {
  const { form, steps, line, now, isNamed = false, onClose, onWhole } = props;
  const isSheet = form === 'sheet';
  const place =
    isNamed && line ? (
      <span className={classes.named}>
        <b>{customerName(line).name}</b> <ExpiryWord line={line} now={now} />
      </span>
    ) : (
      steps.position && (
        <span className={classes.position}>
          {steps.position.place} de {steps.position.total}
        </span>
      )
    );
  const icon = { size: isSheet ? 24 : 19, stroke: 1.75, 'aria-hidden': true };
  const shared = { variant: 'subtle', color: 'gray', size: isSheet ? 44 : 30 } as const;
  const close = (
    <ActionIcon {...shared} aria-label="Fechar" onClick={onClose}>
      <IconX {...icon} />
    </ActionIcon>
  );
  const turns = (
    <>
      <ActionIcon
        {...shared}
        aria-label="Cliente anterior"
        disabled={!steps.previous}
        onClick={steps.previous}
      >
        <IconChevronUp {...icon} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label="Próximo cliente"
        disabled={!steps.next}
        onClick={steps.next}
      >
        <IconChevronDown {...icon} />
      </ActionIcon>
    </>
  );
  if (isSheet)
    return (
      <Group gap="sm" wrap="nowrap" className={classes.bar}>
        {close}
        <div className={classes.middle}>{place}</div>
        {turns}
      </Group>
    );
  const isWhole = form === 'page';
  return (
    <Group gap="3xs" wrap="nowrap" className={classes.bar}>
      {turns}
      <div className={classes.middle}>{place}</div>
      <ActionIcon
        {...shared}
        aria-label={isWhole ? 'Mostrar ao lado da lista' : 'Abrir na página inteira'}
        onClick={() => onWhole(!isWhole)}
      >
        {isWhole ? <IconMinimize {...icon} /> : <IconMaximize {...icon} />}
      </ActionIcon>
      {close}
    </Group>
  );
}

/** Moves the focus to the name after the page was opened by a key. */
function useHeadingFocus(root: RefObject<HTMLElement | null>, lineId: number | undefined): void {
  useEffect(() => {
    if (lineId === undefined) return;
    root.current?.querySelector<HTMLElement>('[data-customer-name]')?.focus();
  }, [root, lineId]);
}

/**
 * Handles the keys of the page: R renews, W sends, C charges, E edits the name. ↑ ↓ lead to the
 * neighbours, and Esc closes.
 */
function usePageKeys(props: FrameState, root: RefObject<HTMLElement | null>) {
  const { line, acts, steps, form, onClose } = props;
  const charge = useCharge(line ? { line, acts } : undefined);
  return (event: KeyboardEvent<HTMLElement>) => {
    // React also reports the keys of windows that the page has opened.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keyAct(event.key);
    // Each press acts once, however long it is.
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    if (!act || (event.key !== 'Escape' && typesInField(event.target))) return;
    event.preventDefault();
    act();
  };
  function keyAct(key: string): (() => void) | undefined {
    if (key === 'Escape') return () => closeToRow();
    if (form === 'panel' && key === 'ArrowUp') return steps.previous;
    if (form === 'panel' && key === 'ArrowDown') return steps.next;
    if (!line || !shortcutsOn()) return undefined;
    const letters: Record<string, (() => void) | undefined> = {
      r: () => (line.isTrial ? acts.dialogs.open({ kind: 'promote', line }) : acts.renew(line)),
      w: () => acts.sendAccess(line),
      c: charge,
      e: () => root.current?.querySelector<HTMLElement>('[data-edit-name]')?.click(),
    };
    return letters[key.toLowerCase()];
  }
  function closeToRow() {
    onClose();
    document.querySelector<HTMLElement>('tr[data-beside]')?.focus();
  }
}
