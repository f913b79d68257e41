/**
 * Two components: the dialog «Ir para…», and the pager of a list that starts at a cursor instead of
 * a page number. The pager shows the first and the last visible line.
 */
import { Group } from '@mantine/core';
import { messages } from '@ramal/contract/api/validation';
import {
  IconArrowBarToLeft,
  IconArrowRight,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatDate } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { isIsoDay } from '../../foundation/typed-day.ts';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import styles from '../../ui/table/Pager.module.css';
import type { Line } from '../line.ts';
import type { LinePage } from '../platforms/platform.ts';
import type { LineParams } from './line-params.ts';

/** For each sort name, returns the value of the sorted column. */
const sortedValues: Readonly<Record<string, (line: Line) => string>> = {
  exp_date: ({ expiresAt }) => formatDate(expiresAt),
  created_at: ({ createdAt }) => formatDate(createdAt),
  username: ({ username }) => username,
};

const goToFields: Readonly<Record<string, { readonly label: string; readonly hint: string }>> = {
  exp_date: { label: 'Vencimento', hint: 'A lista começa por quem vence neste dia.' },
  created_at: { label: 'Criação', hint: 'A lista começa por quem foi criado neste dia.' },
  username: {
    label: 'Começo do usuário',
    hint: 'Um ou mais caracteres; a lista começa ali.',
  },
};

interface CursorNavigationProps {
  params: LineParams;
  data: LinePage | undefined;
  onGoTo: () => void;
  /** Closes the dialog. Undefined if the pager is shown instead of the dialog. */
  close: (() => void) | undefined;
}

export default function CursorNavigation({ close, ...rest }: CursorNavigationProps) {
  return close ? <GoTo params={rest.params} onClose={close} /> : <CursorPager {...rest} />;
}

function CursorPager({ params, data, onGoTo }: Omit<CursorNavigationProps, 'close'>) {
  const { rows = [], total = 0, totalExact = true, next, previous } = data ?? {};
  const [first, last] = [rows[0], rows.at(-1)].map(
    (line) => line && sortedValues[params.sort]!(line),
  );
  const range = first === last ? first : `${first} a ${last}`;
  const turnPage = (cursor: string | null | undefined) => ({
    disabled: !cursor,
    onClick: () => cursor && params.goTo({ cursor }),
  });
  return (
    <Group gap="2xl" wrap="nowrap" mt="lg" c="dimmed" fz="note" className={styles.root} data-pager>
      <p className={styles.range} role="status">
        {range} · {totalExact ? '' : 'mais de '}
        {pluralize(total, 'usuário', 'usuários')} ao todo
      </p>
      <button type="button" className={styles.goTo} onClick={onGoTo}>
        Ir para…
      </button>
      <Group
        component="nav"
        gap="3xs"
        wrap="nowrap"
        className={styles.links}
        aria-label="Páginas a partir daqui"
      >
        <button type="button" aria-label="Início da lista" onClick={() => params.goTo({})}>
          <IconArrowBarToLeft size={17} stroke={1.75} aria-hidden />
        </button>
        <button type="button" aria-label="Página anterior" {...turnPage(previous)}>
          <IconChevronLeft size={17} stroke={1.75} aria-hidden />
        </button>
        <button type="button" aria-label="Próxima página" {...turnPage(next)}>
          <IconChevronRight size={17} stroke={1.75} aria-hidden />
        </button>
      </Group>
    </Group>
  );
}

function GoTo({ params, onClose }: { params: LineParams; onClose: () => void }) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const ref = useRef<HTMLFormElement>(null);
  const { label, hint } = goToFields[params.sort]!;
  const isName = params.sort === 'username';
  const submit = () => {
    const from = value.trim();
    if (from === '') return setError(messages.required(label));
    if (!isName && !(isIsoDay(from) && from.startsWith('20')))
      return setError(messages.malformed(label, '31/12/2026'));
    onClose();
    return params.goTo({ from });
  };
  const field = { label, hint, error, 'data-autofocus': true };
  return (
    <FormDialog
      form={{ busy: false, submit, reset: () => undefined, ref }}
      title="Ir para…"
      width={420}
      submitLabel="Ir"
      submitIcon={IconArrowRight}
      onClose={onClose}
    >
      {isName ? (
        <TextField
          {...field}
          value={value}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      ) : (
        <DateField {...field} value={value} onChange={setValue} />
      )}
    </FormDialog>
  );
}
