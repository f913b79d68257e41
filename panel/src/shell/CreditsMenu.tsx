import { Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { creditsInWords, formatCredits } from '../foundation/numbers.ts';
import { ButtonPopover } from '../ui/floating/ButtonPopover.tsx';
import type { MenuSection } from './menu/menu.ts';
import classes from './CreditsMenu.module.css';

interface CreditsMenuProps {
  readonly amount: number;
  /** Sections of the menu. The button selects the pages about credits from them. */
  readonly sections: readonly MenuSection[];
  /**
   * True if the button shows only the amount without the word for credits, as in the phone's bar.
   */
  readonly short?: boolean;
}

const creditPages = ['/buy-credits', '/extract'];

/** Button with the balance. A press opens a menu with the permitted pages about credits. */
export function CreditsMenu({ amount, sections, short = false }: CreditsMenuProps) {
  const pages = sections
    .flatMap(({ items }) => items)
    .flatMap(({ to, label, icon: Icon }) =>
      to && creditPages.includes(to) ? [{ to, label, Icon }] : [],
    );
  const balance = (
    <>
      <IconCoins size={short ? 18 : 16} stroke={1.75} aria-hidden />
      <span>
        <b>{formatCredits(amount)}</b>
        <span className={short ? 'visually-hidden' : undefined}> créditos</span>
      </span>
    </>
  );
  if (pages.length === 0) return <span className={classes.credits}>{balance}</span>;
  return (
    <ButtonPopover
      position="bottom-end"
      offset={8}
      className={classes.panel}
      button={
        <button type="button" className={classes.credits}>
          {balance}
        </button>
      }
    >
      <Text pt="xs" pb="sm" px="md" fz="control" fw={500}>
        {creditsInWords(amount)}
      </Text>
      {pages.map(({ to, label, Icon }) => (
        <Link key={to} className={classes.page} to={to}>
          <Icon size={17} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </ButtonPopover>
  );
}
