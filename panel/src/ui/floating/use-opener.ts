/**
 * A button that opens something floating beside it. A page draws dozens of them and few are pressed, so what
 * floats is fetched when the browser rests and drawn from the first press on; until then there is the button.
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

/** Who holds whether it is open, where that is not the button itself. */
export interface OpenedProps {
  opened?: boolean | undefined;
  onChange?: ((opened: boolean) => void) | undefined;
}

/** What every frame takes: the button it stands beside, and the name that both know each other by. */
export interface FrameProps {
  target: RefObject<HTMLElement | null>;
  id: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

interface Opener {
  /** The button as it is drawn. */
  readonly button: ReactElement;
  /** Undefined as long as nobody has pressed it. */
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
