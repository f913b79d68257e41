/**
 * Button that opens a floating frame next to it. A page contains dozens of such buttons, and users
 * press only a few of them. The code of the frame loads when the browser is idle, and the first
 * press renders the frame. Until then only the button is rendered.
 */
import {
  type ButtonHTMLAttributes,
  type ReactElement,
  type Ref,
  type RefObject,
  cloneElement,
  useId,
  useRef,
  useState,
} from 'react';
import { type LazyComponent, useOpenedPart } from '../../foundation/lazy-component.tsx';

export type OpenerButton = ReactElement<
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> & { ref?: Ref<HTMLButtonElement> }
>;

/** Open state, for components that control it from outside. */
export interface OpenedProps {
  opened?: boolean | undefined;
  onChange?: ((opened: boolean) => void) | undefined;
}

/** Props of every frame: its button, its open state, and the id that connects both. */
export interface FrameProps {
  target: RefObject<HTMLElement | null>;
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface Opener {
  readonly button: ReactElement;
  /** Undefined until the first press. */
  readonly frame: FrameProps | undefined;
}

export function useOpener(
  button: OpenerButton,
  kind: 'menu' | 'dialog',
  frame: Pick<LazyComponent<never>, 'fetch'>,
  { opened: openedByOwner, onChange }: OpenedProps,
): Opener {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [openedHere, setOpenedHere] = useState(false);
  const opened = openedByOwner ?? openedHere;
  const wasOpened = useOpenedPart(frame, opened);
  const change = (next: boolean) => {
    setOpenedHere(next);
    onChange?.(next);
  };
  const attributes = {
    id,
    ref: target,
    onClick: () => change(!opened),
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
  };
  return {
    button: cloneElement(button, attributes),
    frame: wasOpened ? { target, id, opened, onChange: change } : undefined,
  };
}
