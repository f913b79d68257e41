/**
 * Card with the expired lines, above the other cards of the list. Shows three lines and a link to
 * the rest.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import { useLocalStorage } from '@mantine/hooks';
import { IconBrandWhatsapp, IconChevronDown, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { relativeWord } from '../../foundation/dates.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ActionButton, RowButton } from '../../ui/table/ActionButton.tsx';
import { RowSheet } from '../../ui/table/cards/RowSheet.tsx';
import { useLongPress } from '../../ui/table/cards/use-long-press.ts';
import {
  type Column,
  openingAction,
  type RowAction,
  visibleActions,
} from '../../ui/table/columns.ts';
import { pressToSelect } from '../../ui/table/press-row.ts';
import { RowCheckbox } from '../../ui/table/rows/RowCheckbox.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import type { Line } from '../line.ts';
import type { LinePage, LinePlatform } from '../platforms/platform.ts';
import classes from './ExpiredLines.module.css';
import { CardName, LineLogin } from './LineCells.tsx';
import { LineStatusBadge } from './line-columns.tsx';

/** Number of expired lines that the card shows. */
export const MAX_SHOWN = 3;

interface ExpiredLinesProps {
  platform: LinePlatform;
  /** Expired lines, the most recently expired first. */
  ended: LinePage;
  columns: readonly Column<Line>[];
  actions: readonly RowAction<Line>[];
  sheetNote?: ((line: Line) => string | undefined) | undefined;
  now: Date;
  /** Id of the line that was changed last, which is highlighted. */
  flash: number | undefined;
  /** True if the card shows the button «Cobrar todos». Only for the account's own customers. */
  charges: boolean;
  /** Filters the list, so that it shows only expired lines. */
  onAll: () => void;
  /** Selected lines. Undefined outside of the selection mode. */
  selection: RowSelection | undefined;
  /** Starts the selection mode and selects this line. */
  onLongPress: (line: Line) => void;
}

export function ExpiredLines(props: ExpiredLinesProps) {
  const { platform, ended, columns, actions, now, charges, onAll, selection } = props;
  const [isFolded, setFolded] = useLocalStorage({
    key: 'ramal-ended-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [open, setOpen] = useState<Line>();
  const longPress = useLongPress();
  const rows = ended.rows.slice(0, MAX_SHOWN);
  const others = ended.total - rows.length;
  return (
    <section className={classes.root} aria-label="Vencidos" data-list-part>
      <header className={classes.head}>
        <h2>
          <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            <IconChevronDown size={18} stroke={2} aria-hidden />
            Vencidos <span className="num">{formatCount(ended.total)}</span>
          </button>
        </h2>
        {isFolded && <p className={classes.names}>{namesOf(ended)}</p>}
        {charges && (
          <LinkButton
            to="/charge"
            search={{ due: 'expired', platform: platform.definition.key }}
            variant="subtle"
            size="sm"
            className={classes.charge}
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
          >
            Cobrar todos
          </LinkButton>
        )}
      </header>
      {!isFolded && (
        <>
          <ul>
            {rows.map((line) => (
              <ExpiredLine
                key={line.id}
                line={line}
                actions={actions}
                now={now}
                flash={props.flash === line.id}
                onMenu={() => setOpen(line)}
                selection={selection}
                press={longPress(() =>
                  selection ? selection.toggle(line.id, false) : props.onLongPress(line),
                )}
              />
            ))}
          </ul>
          {others > 0 && (
            <button type="button" className={classes.all} onClick={onAll}>
              Mais {pluralize(others, 'vencido', 'vencidos')}
            </button>
          )}
        </>
      )}
      <RowSheet
        columns={columns}
        actions={actions}
        row={open}
        rowName={({ username }) => username}
        note={props.sheetNote}
        onClose={() => setOpen(undefined)}
      />
    </section>
  );
}

/** Returns «Barbearia do Zé, Wellington e mais 3». */
function namesOf({ rows, total }: LinePage): string {
  const names = rows.slice(0, MAX_SHOWN).map((line) => customerName(line).name);
  const others = total - names.length;
  return others > 0 ? `${names.join(', ')} e mais ${formatCount(others)}` : names.join(', ');
}

interface EndedLineProps {
  line: Line;
  actions: readonly RowAction<Line>[];
  now: Date;
  flash: boolean;
  onMenu: () => void;
  selection: RowSelection | undefined;
  press: object;
}

/**
 * Shows one line as a row of the card. A press on the customer opens its page. In the selection mode
 * the row has a checkbox, and the hidden actions keep their space, so that the rows do not move.
 */
function ExpiredLine(props: EndedLineProps) {
  const { line, actions, flash, selection, press } = props;
  const selected = selection?.has(line.id) ?? false;
  const toggle = () => selection?.toggle(line.id, false);
  return (
    <li
      className={classes.line}
      data-flash={flash || undefined}
      data-selected={selected || undefined}
      {...press}
      {...(selection ? pressToSelect(toggle) : {})}
    >
      {selection ? (
        <span className={classes.who}>
          <Who {...props} />
        </span>
      ) : (
        <button
          type="button"
          className={classes.who}
          aria-haspopup="dialog"
          onClick={() => openingAction(actions, line)?.run(line)}
        >
          <Who {...props} />
        </button>
      )}
      <Acts {...props} />
      {selection && (
        <span className={classes.tick}>
          <RowCheckbox
            large
            name={`Selecionar ${line.username}`}
            checked={selected}
            onToggle={toggle}
          />
        </span>
      )}
    </li>
  );
}

const Who = ({ line, now }: EndedLineProps) => (
  <>
    <span className={classes.name}>
      <CardName line={line} />
      <LineStatusBadge line={line} isExpired />
    </span>
    <span className={classes.since}>
      <LineLogin line={line} /> · {line.isTrial && 'teste, '}
      {relativeWord(line.expiresAt, now)}
    </span>
  </>
);

/**
 * The most used actions of a line are also buttons. A phone hides the button «Copiar» and the menu
 * button.
 */
function Acts({ line, actions, onMenu, selection }: EndedLineProps) {
  const isPhone = useIsPhone();
  const shown = visibleActions(actions, line, 'card');
  const beside = isPhone
    ? shown
        .filter(({ key }) => key !== 'copy')
        .map((action) => (action.key === 'send' ? { ...action, iconOnly: true } : action))
    : shown;
  return (
    <span
      className={classes.acts}
      data-card-actions
      inert={selection !== undefined}
      aria-hidden={selection !== undefined}
    >
      {beside.map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          row={line}
          rowName={line.username}
          size="sm"
        />
      ))}
      {!isPhone && (
        <RowButton
          size="sm"
          iconOnly
          aria-label={`Ações de ${line.username}`}
          aria-haspopup="dialog"
          onClick={onMenu}
        >
          <IconDots size={20} stroke={2} aria-hidden />
        </RowButton>
      )}
    </span>
  );
}
