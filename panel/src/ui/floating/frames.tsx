/** What floats, as `ButtonMenu` and `ButtonPopover` fetch it. */
import { Menu, type MenuProps, Popover, type PopoverProps, Space } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
} from 'react';
import { useAfterMount } from '../../foundation/use-after-mount.ts';
import type { ButtonMenuProps, MenuChoice } from './ButtonMenu.tsx';
import type { ButtonPopoverProps } from './ButtonPopover.tsx';
import type { FrameProps } from './use-opener.ts';

/** Turned, moved or scrolled until it fits the window. */
const middlewares = { flip: true, shift: true, size: true };
const transitionProps = { duration: 120, exitDuration: 60, transition: 'fade' } as const;

/** Stands for a button that is drawn elsewhere. */
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
}: FrameProps & Omit<ButtonMenuProps, 'button'>) {
  const chosen = useRef<() => void>(undefined);
  const runChosen = () => {
    const run = chosen.current;
    chosen.current = undefined;
    run?.();
  };
  const choose = (choice: MenuChoice) => {
    if (opensDialogs) chosen.current = choice.choose;
    else choice.choose?.();
  };
  return (
    <Menu
      {...(place as MenuProps)}
      id={id}
      opened={useAfterMount(opened)}
      onChange={onChange}
      middlewares={middlewares}
      transitionProps={transitionProps}
      onExitTransitionEnd={runChosen}
    >
      <Menu.Target>
        <TargetElsewhere target={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {choices().map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 && <Menu.Divider />}
            {group.map((choice) => (
              <Choice key={choice.key} choice={choice} onChoose={() => choose(choice)} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ choice, onChoose }: { choice: MenuChoice; onChoose: () => void }) {
  const { label, icon: Glyph, tone, chosen, to } = choice;
  const shared = {
    'data-tone': tone,
    leftSection: Glyph && <Glyph size={17} stroke={1.75} aria-hidden />,
    rightSection: chosen === undefined ? choice.aside : <ChosenMark {...{ chosen, to }} />,
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

/** Of a page `aria-current` says it already. */
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
}: FrameProps & Omit<ButtonPopoverProps, 'button'>) {
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
