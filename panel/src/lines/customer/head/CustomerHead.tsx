import { ActionIcon, Group } from '@mantine/core';
import { customerName } from '@ramal/contract/rules/customer-name';
import {
  IconAlertCircle,
  IconBrandWhatsapp,
  IconClock,
  IconPencil,
  IconRepeat,
  IconRepeatOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { dayInWords, formatDate } from '../../../foundation/dates.ts';
import { usePhoneNumbers } from '../../../foundation/phone.ts';
import { expiryLevel } from '../../expiry-level.ts';
import { formatNumber, MAX_PHONE_LENGTH, storedToTyped } from '../../fields/whatsapp.ts';
import { LineStatusBadge } from '../../list/line-columns.tsx';
import classes from './CustomerHead.module.css';
import type { Customer } from '../customer.ts';
import { hasName } from '../notes/edit-note.ts';
import { expiryText } from './ExpiryWord.tsx';
import { InlineGroup, InlineInput } from '../parts/InlineField.tsx';
import { useSavedMark } from '../parts/Section.tsx';
import { useInlineEdit } from '../parts/use-inline-edit.ts';

/** Name, state, number and expiry. The row of the list contains all of it. */
export function CustomerHead({ customer }: { customer: Customer }) {
  const { line, now, acts } = customer;
  const [isEditing, setEditing] = useState(customer.section === 'edit');
  const [isSaved, showSaved] = useSavedMark();
  const { owner } = acts.contextOf(line);
  const close = () => {
    setEditing(false);
    if (customer.section === 'edit') customer.openSection(undefined);
  };
  return (
    <div className={classes.root}>
      {isEditing ? (
        <HeadFields customer={customer} onClose={close} onSaved={showSaved} />
      ) : (
        <>
          <Group gap="md" wrap="nowrap" align="center">
            <h2 className={classes.name} tabIndex={-1} data-customer-name>
              {customerName(line).name}
            </h2>
            <LineStatusBadge line={line} isExpired={line.expiresAt <= now} />
            <span role="status" className={classes.saved}>
              {isSaved && 'Salvo'}
            </span>
            <ActionIcon
              className={classes.pencil!}
              variant="subtle"
              color="gray"
              size={28}
              data-touch-area
              data-edit-name
              aria-label="Editar nome e número"
              onClick={() => setEditing(true)}
            >
              <IconPencil size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Group>
          <p className={classes.contact}>
            <Contact customer={customer} onAdd={() => setEditing(true)} />
            {hasName(line) && (
              <>
                {' · '}
                <span className="mono">{line.username}</span>
              </>
            )}
            {owner && ` · ${owner}`}
          </p>
        </>
      )}
      <Expiry customer={customer} />
    </div>
  );
}

interface HeadFieldsProps {
  readonly customer: Customer;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Name and number as fields that are saved together. */
function HeadFields({ customer: { line, edits, section }, onClose, onSaved }: HeadFieldsProps) {
  const initial = {
    name: hasName(line) ? customerName(line).name : '',
    number: storedToTyped(line.whatsapp),
  };
  const edit = useInlineEdit({
    name: `linha-${line.id}-cliente`,
    initial,
    save: (typed) => edits.saveHead(typed, initial),
    onClose,
    onSaved,
  });
  // Loads the data that a number is checked with.
  usePhoneNumbers(edit.value.number);
  const startsAtNumber = section !== 'edit' && line.whatsapp === null;
  return (
    <InlineGroup edit={edit}>
      <InlineInput
        label="Nome"
        placeholder="Nome do cliente"
        maxLength={60}
        value={edit.value.name}
        isSaving={edit.isSaving}
        takesFocus={!startsAtNumber}
        onType={(name) => edit.change({ ...edit.value, name })}
      />
      <InlineInput
        label="WhatsApp"
        placeholder="WhatsApp"
        inputMode="tel"
        maxLength={MAX_PHONE_LENGTH}
        value={edit.value.number}
        isSaving={edit.isSaving}
        takesFocus={startsAtNumber}
        onType={(number) => edit.change({ ...edit.value, number })}
      />
    </InlineGroup>
  );
}

function Contact({ customer: { line }, onAdd }: { customer: Customer; onAdd: () => void }) {
  if (!line.whatsapp)
    return (
      <button type="button" className={classes.add} data-touch-area onClick={onAdd}>
        Pôr número
      </button>
    );
  return (
    <a
      className={classes.number}
      data-touch-area
      href={`https://wa.me/${line.whatsapp}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />
      {formatNumber(line.whatsapp)}
    </a>
  );
}

/** The expiry is the largest text. The bar shows the part of the paid period that has passed. */
function Expiry({ customer: { line, facts, now, acts, form } }: { customer: Customer }) {
  const isOver = line.expiresAt <= now;
  const level = isOver ? 'over' : expiryLevel(line, now);
  const Glyph = level === 2 ? IconAlertCircle : level === 1 ? IconClock : undefined;
  return (
    <>
      <p className={classes.expiry} data-level={level}>
        <span className={classes.date}>{formatDate(line.expiresAt)}</span>
        <span className={classes.when}>
          {Glyph && <Glyph size={18} stroke={1.75} aria-hidden />}
          {!isOver && form !== 'sheet' && 'vence '}
          {expiryText(line.expiresAt, now)}
        </span>
      </p>
      <div className={classes.bar} data-level={level} aria-hidden>
        <i style={{ width: `${passedPart(facts?.periodStart, line.expiresAt, now) * 100}%` }} />
      </div>
      {line.recurringDueOn !== undefined && (
        <button
          type="button"
          className={classes.recurring}
          data-touch-area
          onClick={() => acts.dialogs.open({ kind: 'recurring', line })}
        >
          {line.isRecurringRefused ? (
            <IconRepeatOff size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconRepeat size={16} stroke={1.75} aria-hidden />
          )}
          {recurringText(line.recurringDueOn, line.isRecurringRefused)}
        </button>
      )}
    </>
  );
}

const recurringText = (dueOn: string | null, isRefused = false): string => {
  if (isRefused) return 'cobrança automática recusada';
  return dueOn ? `renova sozinho em ${dayInWords(dueOn).slice(0, 5)}` : 'renova sozinho';
};

/** Part of the period that has passed, from 0 to 1. An expired line has no part left. */
export function passedPart(start: Date | undefined, end: Date, now: Date): number {
  if (now >= end) return 1;
  if (!start) return 0;
  const whole = end.getTime() - start.getTime();
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (now.getTime() - start.getTime()) / whole));
}
