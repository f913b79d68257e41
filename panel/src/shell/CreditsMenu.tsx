import { Text } from '@mantine/core';
import { IconBrandWhatsapp, IconChevronDown, IconCoins } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { creditsInWords, formatCredits } from '../foundation/numbers.ts';
import { BottomSheet } from '../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../ui/bottom-sheet/SheetRow.tsx';
import { ButtonPopover } from '../ui/floating/ButtonPopover.tsx';
import type { MenuSection } from './menu/menu.ts';
import classes from './CreditsMenu.module.css';

interface CreditsMenuProps {
  readonly amount: number;
  /** Sections of the menu. The button selects the pages about credits from them. */
  readonly sections: readonly MenuSection[];
  /** Asks the parent account for credits. */
  readonly onRequest: () => void;
}

const REQUEST_LABEL = 'Pedir recarga';

const creditPages = ['/buy-credits', '/extract'];

/** Returns the permitted pages about credits, with the purchase first. */
const readPages = (sections: readonly MenuSection[]) =>
  creditPages.flatMap((page) =>
    sections
      .flatMap(({ items }) => items)
      .flatMap(({ to, label, icon }) => (to === page ? [{ to, label, icon }] : [])),
  );

/** Button with the balance. A press opens the permitted pages about credits. */
export function CreditsMenu({ amount, sections, onRequest }: CreditsMenuProps) {
  const pages = readPages(sections);
  const balance = (
    <>
      <IconCoins size={16} stroke={1.75} aria-hidden />
      <span>
        <b>{formatCredits(amount)}</b> créditos
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
      {pages.map(({ to, label, icon: Icon }) => (
        <Link key={to} className={classes.page} to={to}>
          <Icon size={17} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
      <button type="button" className={classes.page} onClick={onRequest}>
        <IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />
        {REQUEST_LABEL}
      </button>
    </ButtonPopover>
  );
}

/** Button of the phone's bar with the amount. A press opens a sheet with the pages about credits. */
export function CreditsSheet({ amount, sections, onRequest }: CreditsMenuProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const pages = readPages(sections);
  const balance = (
    <>
      <IconCoins size={18} stroke={1.75} aria-hidden />
      <span>
        <b>{formatCredits(amount)}</b>
        <span className="visually-hidden"> créditos</span>
      </span>
    </>
  );
  if (pages.length === 0) return <span className={classes.credits}>{balance}</span>;
  return (
    <>
      <button
        type="button"
        className={classes.credits}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {balance}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      <BottomSheet
        opened={opened}
        onClose={close}
        label={creditsInWords(amount)}
        title={creditsInWords(amount)}
        note="Saldo da sua conta"
      >
        <SheetGroup>
          {pages.map(({ to, label, icon }) => (
            <SheetRow key={to} icon={icon} label={label} destination={{ to }} onClick={close} />
          ))}
          <SheetRow
            icon={IconBrandWhatsapp}
            label={REQUEST_LABEL}
            onClick={() => {
              close();
              onRequest();
            }}
          />
        </SheetGroup>
      </BottomSheet>
    </>
  );
}
