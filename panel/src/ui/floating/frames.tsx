/** Menu and panel that `ButtonMenu` and `ButtonPopover` load. */
import { Menu, type MenuProps, Popover, type PopoverProps, Space } from '@mantine/core';
import { IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useAfterMount } from '../../foundation/use-after-mount.ts';
import type { MenuChoice, MenuFrameProps, PopoverFrameProps } from './frame-props.ts';

/**
 * Fits the dropdown into the window: flips it, moves it or makes it scrollable. The dropdown may
 * cover the row of its button.
 */
const middlewares = { flip: true, shift: { crossAxis: true, padding: 8 }, size: true };
/**
 * Events that close a menu. Mantine's `keydown` is left out: the Enter key that opens a menu from
 * its row would close it again.
 */
const closingEvents = ['mousedown', 'touchstart'];
const transitionProps = { duration: 120, exitDuration: 60, transition: 'fade' } as const;

/** Forwards the ref of a button that another component renders. */
function TargetElsewhere({
  ref,
  target,
}: {
  ref?: Ref<HTMLElement>;
  target: RefObject<HTMLElement | null>;
}): ReactNode {
  useImperativeHandle(ref, () => target.current!, [target]);
  return null;
}

export function MenuFrame({
  target,
  id,
  opened,
  onChange,
  choices,
  opensDialogs = false,
  ...place
}: MenuFrameProps) {
  const chosen = useRef<() => void>(undefined);
  const submenu = useSubmenu(`${id}-dropdown`);
  const end = () => {
    const run = chosen.current;
    chosen.current = undefined;
    submenu.reset();
    run?.();
  };
  const choose = (choice: MenuChoice) => {
    if (opensDialogs) chosen.current = choice.choose;
    else choice.choose?.();
  };
  const groups = choices();
  const parent = groups.flat().find(({ key }) => key === submenu.key);
  return (
    <Menu
      {...(place as MenuProps)}
      id={id}
      opened={useAfterMount(opened)}
      onChange={onChange}
      middlewares={middlewares}
      clickOutsideEvents={closingEvents}
      transitionProps={transitionProps}
      onExitTransitionEnd={end}
    >
      <Menu.Target>
        <TargetElsewhere target={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {parent?.choices && <BackChoice onLeave={submenu.leave} />}
        {(parent?.choices ? [parent.choices] : groups).map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 && <Menu.Divider />}
            {group.map((choice) =>
              choice.choices ? (
                <SubmenuChoice key={choice.key} choice={choice} onEnter={submenu.enter} />
              ) : (
                <Choice
                  key={choice.key}
                  choice={choice}
                  onChoose={() => choose(choice)}
                  onKeyDown={parent && onArrow('ArrowLeft', submenu.leave)}
                />
              ),
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Entry of a submenu that returns to the menu. */
const BackChoice = ({ onLeave }: { onLeave: () => void }) => (
  <>
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<IconChevronLeft size={17} stroke={1.75} aria-hidden />}
      onClick={onLeave}
      onKeyDown={onArrow('ArrowLeft', onLeave)}
    >
      Voltar
    </Menu.Item>
    <Menu.Divider />
  </>
);

/**
 * State of a submenu, which replaces the entries of the menu. The focus moves into the submenu.
 * After it closes, the focus returns to the entry that opened it.
 */
function useSubmenu(dropdownId: string) {
  const [{ key, from }, setShown] = useState<{ key?: string; from?: string }>({});
  useEffect(() => {
    if (key === undefined && from === undefined) return;
    const items = [
      ...(document.getElementById(dropdownId)?.querySelectorAll<HTMLElement>('[data-menu-item]') ??
        []),
    ];
    // Focuses the second item, because the first item returns to the menu.
    const item =
      key === undefined ? items.find((element) => element.dataset['submenu'] === from) : items[1];
    item?.focus();
  }, [dropdownId, key, from]);
  return {
    key,
    enter: (entered: string) => setShown({ key: entered }),
    leave: () => setShown((shown) => (shown.key === undefined ? {} : { from: shown.key })),
    reset: () => setShown({}),
  };
}

const onArrow = (arrow: 'ArrowLeft' | 'ArrowRight', run: () => void) => (event: KeyboardEvent) => {
  if (event.key === arrow) run();
};

interface SubmenuChoiceProps {
  choice: MenuChoice;
  onEnter: (key: string) => void;
}

function SubmenuChoice({ choice: { key, label, icon: Glyph }, onEnter }: SubmenuChoiceProps) {
  return (
    <Menu.Item
      closeMenuOnClick={false}
      aria-haspopup="menu"
      data-submenu={key}
      leftSection={Glyph && <Glyph size={17} stroke={1.75} aria-hidden />}
      rightSection={<IconChevronRight size={15} stroke={2} aria-hidden />}
      onClick={() => onEnter(key)}
      onKeyDown={onArrow('ArrowRight', () => onEnter(key))}
    >
      {label}
    </Menu.Item>
  );
}

interface ChoiceProps {
  choice: MenuChoice;
  onChoose: () => void;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
}

function Choice({ choice, onChoose, onKeyDown }: ChoiceProps) {
  const { label, icon: Glyph, tone, chosen, to } = choice;
  const shared = {
    'data-tone': tone,
    leftSection: Glyph && <Glyph size={17} stroke={1.75} aria-hidden />,
    rightSection: chosen === undefined ? choice.aside : <ChosenMark {...{ chosen, to }} />,
    ...(onKeyDown && { onKeyDown }),
  };
  if (!to)
    return (
      <Menu.Item {...shared} onClick={onChoose}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item {...shared} component={Link} to={to} aria-current={chosen ? 'page' : undefined}>
      {label}
    </Menu.Item>
  );
}

/**
 * Mark of the chosen entry. The mark of a link has no text for screen readers, because
 * `aria-current` already reports the state.
 */
function ChosenMark({ chosen, to }: Pick<MenuChoice, 'chosen' | 'to'>) {
  if (!chosen) return <Space w={15} />;
  const named = to ? { 'aria-hidden': true } : { 'aria-label': 'escolhido' };
  return <IconCheck size={15} stroke={2} {...named} />;
}

export function PopoverFrame({
  target,
  id,
  opened,
  onChange,
  className,
  children,
  ...place
}: PopoverFrameProps) {
  return (
    <Popover
      {...(place as PopoverProps)}
      id={id}
      opened={useAfterMount(opened)}
      onChange={onChange}
      trapFocus
      returnFocus
      transitionProps={transitionProps}
    >
      <Popover.Target>
        <TargetElsewhere target={target} />
      </Popover.Target>
      <Popover.Dropdown className={className}>{children}</Popover.Dropdown>
    </Popover>
  );
}
