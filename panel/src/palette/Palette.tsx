/**
 * Dialog that Ctrl K opens: finds lines, resellers and actions by a few letters. First the field
 * has the focus. An arrow key moves the focus to a row. In a row, a letter runs an action of the
 * row, and any other letter returns the focus to the field.
 */
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useClosedByBack } from '../foundation/back.ts';
import { copyText } from '../../../packages/pages/src/clipboard.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import type { Profile } from '../menu.ts';
import { useFocusReturn } from '../ui/dialogs/use-focus-return.ts';
import { Initials } from '../ui/Initials.tsx';
import { KeyCap } from '../ui/KeyCap.tsx';
import { useToast } from '../ui/toasts.tsx';
import { markMatches } from './matches.ts';
import type { Offer } from './palette-items.ts';
import { PaletteFoot } from './PaletteFoot.tsx';
import { usePaletteResults } from './use-palette-results.tsx';
import classes from './Palette.module.css';

interface PaletteProps {
  profile: Profile;
  onClose: () => void;
}

export function Palette({ profile, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const go = (to: NonNullable<Offer['to']>) => {
    onClose();
    void navigate(to);
  };
  const results = usePaletteResults(text, { profile, now: useNow(), go, onClose });
  const { waiting, failed } = results;
  const rows = useShownRows(results);
  const { groups, offers, first, detail, showMore } = rows;
  const openFirst = useOpenFirst({ text, waiting, first, go });
  const press = usePaletteKeys({
    ...rows,
    box,
    field,
    waiting,
    openFirst,
    onClose,
  });
  useShown(box);
  useClosedByBack(true, onClose);
  return (
    <dialog
      ref={box}
      className={classes.root}
      aria-label="Buscar"
      onCancel={(event) => {
        event.preventDefault();
        if (detail) showMore(undefined);
        else onClose();
      }}
      onKeyDown={press}
      onMouseDown={(event: MouseEvent) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div className={classes.inside}>
        <div className={classes.head}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <TextField
            ref={field}
            value={text}
            onChange={(typed) => {
              showMore(undefined);
              setText(typed);
            }}
          />
          <button type="button" className={classes.close} onClick={onClose}>
            <span className={isPhone ? undefined : 'visually-hidden'}>Fechar</span>
            {!isPhone && <KeyCap aria-hidden>Esc</KeyCap>}
          </button>
        </div>
        <div className={classes.groups} aria-busy={waiting}>
          <Groups groups={groups} first={first} search={results.search} onClose={onClose} />
          <p className={classes.state} role="status">
            {stateOf({ failed, waiting, empty: offers.length === 0, text })}
          </p>
        </div>
        {!isPhone && <PaletteFoot profile={profile} chosen={first} />}
      </div>
    </dialog>
  );
}

/** Shows the acts of a row instead of the results, until the text changes. */
function useShownRows(results: Pick<ReturnType<typeof usePaletteResults>, 'groups' | 'chosen'>) {
  const [detail, showMore] = useState<Offer>();
  const groups = detail?.more
    ? [{ title: `Ações: ${detail.title}`, offers: detail.more }]
    : results.groups;
  const offers = groups.flatMap((group) => group.offers);
  return { groups, offers, first: detail ? offers[0] : results.chosen, detail, showMore };
}

interface PaletteKeysInput {
  box: RefObject<HTMLDialogElement | null>;
  field: RefObject<HTMLInputElement | null>;
  offers: readonly Offer[];
  first: Offer | undefined;
  waiting: boolean;
  openFirst: () => void;
  onClose: () => void;
  /** Row whose acts are shown. */
  detail: Offer | undefined;
  showMore: (offer: Offer | undefined) => void;
}

/**
 * Handles the keys: arrows move through the rows, Enter opens the first row, and a letter runs an
 * action of the focused row.
 */
function usePaletteKeys(input: PaletteKeysInput) {
  const { box, field, offers, first, waiting, openFirst, onClose, detail, showMore } = input;
  const toast = useToast();
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-palette-row]') ?? [])];
  const move = (to: number) => {
    const all = rows();
    if (to < 0) field.current?.focus();
    else all[Math.min(to, all.length - 1)]?.focus();
  };
  const act = (event: KeyboardEvent, chosen: Offer | undefined) => {
    const act = chosen?.acts?.find(({ letter }) => letter === event.key.toLowerCase());
    // The focus moves before the browser inserts the letter, so the letter is typed into the field.
    if (!act) return field.current?.focus();
    event.preventDefault();
    onClose();
    act.run();
  };
  /**
   * Runs an action from the field: Alt and a letter run the action of the row that Enter would
   * open. Without Alt, the letter is typed into the field.
   */
  const actFromField = (event: KeyboardEvent, first: Offer | undefined) => {
    const act = first?.acts?.find(({ letter }) => event.code === `Key${letter.toUpperCase()}`);
    if (!act) return;
    event.preventDefault();
    onClose();
    act.run();
  };
  const copy = async (copied: string) => {
    if (await copyText(copied)) toast({ title: 'Dados copiados' });
    onClose();
  };
  return (event: KeyboardEvent) => {
    const at = rows().indexOf(document.activeElement as HTMLElement);
    const chosen = at < 0 ? first : offers[at];
    const copies = event.key === 'c' && (event.ctrlKey || event.metaKey);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (at >= 0 && event.key === 'Home') move(0);
    else if (at >= 0 && event.key === 'End') move(offers.length - 1);
    else if (event.target === field.current && event.key === 'Enter') openFirst();
    else if (isTab(event) && !waiting && !detail && chosen?.more) {
      showMore(chosen);
      field.current?.focus();
    } else if (copies && chosen?.copies && !selectsText()) void copy(chosen.copies);
    else if (at >= 0 && isLetter(event)) return act(event, chosen);
    else if (at < 0 && event.altKey && !waiting) return actFromField(event, chosen);
    else return;
    event.preventDefault();
  };
}

interface OpenFirstInput {
  text: string;
  waiting: boolean;
  first: Offer | undefined;
  go: (to: NonNullable<Offer['to']>) => void;
}

/**
 * Handles an Enter that was pressed before the answer arrived. The first result opens when it
 * arrives, unless the user has typed more text.
 */
function useOpenFirst({ text, waiting, first, go }: OpenFirstInput): () => void {
  const [awaited, setAwaited] = useState<string>();
  const due = awaited === text && !waiting ? first : undefined;
  const open = ({ to, run }: Offer) => (to ? go(to) : run?.());
  // An answer without a first row ends the wait, so that no later row opens without a key.
  useEffect(() => {
    if (!waiting) setAwaited(undefined);
  }, [waiting]);
  const latestOpen = useRef(open);
  latestOpen.current = open;
  useEffect(() => {
    if (!due) return;
    setAwaited(undefined);
    latestOpen.current(due);
  }, [due]);
  return () => {
    if (waiting) setAwaited(text);
    else if (first) open(first);
  };
}

interface TextFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (text: string) => void;
}

const TextField = ({ ref, value, onChange }: TextFieldProps) => (
  <input
    ref={ref}
    type="text"
    aria-label="Buscar linhas, revendas e ações"
    placeholder="Buscar linhas, revendas e ações"
    autoComplete="off"
    spellCheck={false}
    maxLength={100}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface GroupsProps {
  groups: ReturnType<typeof usePaletteResults>['groups'];
  first: Offer | undefined;
  search: string;
  onClose: () => void;
}

const Groups = ({ groups, first, search, onClose }: GroupsProps) =>
  groups.map(({ title, offers }) => (
    <section key={title}>
      <h2>{title}</h2>
      <ul>
        {offers.map((offer) => (
          <li key={offer.key}>
            <Row offer={offer} search={search} onClose={onClose} first={offer === first} />
          </li>
        ))}
      </ul>
    </section>
  ));

/** Opens the dialog as modal. When it closes, the focus returns to the previous element. */
function useShown(box: RefObject<HTMLDialogElement | null>): void {
  useFocusReturn(true);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    return () => dialog?.close();
  }, [box]);
}

const isTab = ({ key, shiftKey, altKey, ctrlKey }: KeyboardEvent): boolean =>
  key === 'Tab' && !shiftKey && !altKey && !ctrlKey;

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** True if text is selected. Ctrl C must then copy this text instead of the text of the row. */
function selectsText(): boolean {
  const { activeElement: field } = document;
  if (field instanceof HTMLInputElement) return field.selectionStart !== field.selectionEnd;
  return (window.getSelection()?.toString() ?? '') !== '';
}

interface State {
  failed: boolean;
  waiting: boolean;
  empty: boolean;
  text: string;
}

function stateOf({ failed, waiting, empty, text }: State): string {
  if (failed) return 'Não deu para buscar agora. Tente de novo em instantes.';
  if (waiting) return 'Buscando…';
  return empty ? `Nada para “${text.trim()}”` : '';
}

interface RowProps {
  offer: Offer;
  search: string;
  /** True for the row that Enter in the field opens. */
  first: boolean;
  onClose: () => void;
}

function Row({ offer, search, first, onClose }: RowProps) {
  const { icon: OfferIcon, avatar, title, note, aside, state, acts = [] } = offer;
  const isPhone = useIsPhone();
  // Sets the whole name as the label. Otherwise a screen reader would read the highlighted parts of
  // the name as separate texts.
  const name = [title, note, state ?? aside].filter((part) => typeof part === 'string').join(', ');
  return (
    <div className={classes.line}>
      <RowLink offer={offer} first={first} onClose={onClose}>
        <span className="visually-hidden">{name}</span>
        {OfferIcon && <OfferIcon size={20} stroke={1.75} aria-hidden />}
        {avatar && <Initials name={avatar} size={22} />}
        <span className={classes.title} aria-hidden>
          <Marked text={title} search={search} />
        </span>
        {note && (
          <span className={classes.note} aria-hidden>
            <Marked text={note} search={search} />
          </span>
        )}
        <span className={classes.aside} aria-hidden>
          {aside}
        </span>
        {!isPhone &&
          acts.map(({ letter, word }) => (
            <span key={letter} className={classes.key} aria-hidden>
              <span className={classes.alt}>
                <KeyCap>Alt</KeyCap>
              </span>
              <KeyCap>{letter.toUpperCase()}</KeyCap> {word}
            </span>
          ))}
      </RowLink>
      {isPhone &&
        acts.map(({ letter, word, button, look, run }) => (
          <button
            key={letter}
            type="button"
            className={classes.act}
            data-look={look}
            aria-label={`${word}: ${title}`}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {button}
          </button>
        ))}
    </div>
  );
}

function RowLink({
  offer: { to, run, isUnaffordable },
  first,
  onClose,
  children,
}: Omit<RowProps, 'search'> & { children: ReactNode }) {
  const shared = {
    className: classes.row,
    'data-palette-row': true,
    'data-first': first || undefined,
    'data-unaffordable': isUnaffordable || undefined,
  };
  return to ? (
    <Link {...to} {...shared} onClick={onClose}>
      {children}
    </Link>
  ) : (
    <button type="button" {...shared} onClick={run}>
      {children}
    </button>
  );
}

const Marked = ({ text, search }: { text: string; search: string }) =>
  markMatches(text, search).map((piece, at) =>
    piece.isMatch ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
  );
