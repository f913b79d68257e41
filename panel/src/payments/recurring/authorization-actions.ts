/** Actions on an authorization: in the table row, on the card and in the menu. */
import type { AuthorizationRow } from '@ramal/contract/payments/authorizations';
import { refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import {
  IconBrandWhatsapp,
  IconHistory,
  IconLink,
  IconList,
  IconRepeat,
  IconRepeatOff,
} from '@tabler/icons-react';
import type { RowAction } from '../../ui/table/columns.ts';

interface AuthorizationActionsInput {
  readonly open: (dialog: 'renewal' | 'charge' | 'authorize' | 'history', id: number) => void;
  readonly openLine: (row: AuthorizationRow) => void;
  readonly copyLink: (row: AuthorizationRow) => void;
  readonly end: (row: AuthorizationRow) => void;
}

const isRefused = ({ status }: AuthorizationRow): boolean => status === 'refused';

/** True if the authorization cannot be used again, so that the customer must create a new one. */
const isFinal = ({ status, refusal }: AuthorizationRow): boolean =>
  status === 'ended' ||
  (status === 'refused' && refusal !== null && !refusalTexts[refusal.reason].isRetried);

export const authorizationActions = (
  input: AuthorizationActionsInput,
): RowAction<AuthorizationRow>[] => [...buttons(input), ...menu(input)];

/** Buttons of a row or card whose last charge was rejected. */
const buttons = ({ open }: AuthorizationActionsInput): RowAction<AuthorizationRow>[] => [
  {
    key: 'charge',
    label: 'Cobrar',
    icon: IconBrandWhatsapp,
    slot: 'row',
    look: 'whatsapp',
    available: isRefused,
    run: ({ id }) => open('charge', id),
  },
  {
    key: 'history-card',
    label: 'Histórico',
    slot: 'card',
    available: (row) => isRefused(row) && !isFinal(row),
    run: ({ id }) => open('history', id),
  },
  {
    key: 'authorize-card',
    label: 'Pedir outra',
    name: 'Pedir outra autorização',
    slot: 'card',
    available: (row) => isRefused(row) && isFinal(row),
    run: ({ id }) => open('authorize', id),
  },
];

const menu = ({
  open,
  openLine,
  copyLink,
  end,
}: AuthorizationActionsInput): RowAction<AuthorizationRow>[] => [
  {
    key: 'renewal',
    label: 'Renovação automática',
    icon: IconRepeat,
    group: 'see',
    opens: true,
    run: ({ id }) => open('renewal', id),
  },
  {
    key: 'history',
    label: 'Histórico',
    icon: IconHistory,
    group: 'see',
    run: ({ id }) => open('history', id),
  },
  {
    key: 'line',
    label: 'Ver linha',
    icon: IconList,
    group: 'see',
    run: openLine,
  },
  {
    key: 'copy-link',
    label: 'Copiar link de pagamento',
    icon: IconLink,
    group: 'see',
    available: ({ status }) => status !== 'ended',
    run: copyLink,
  },
  {
    key: 'authorize',
    label: 'Pedir outra autorização',
    icon: IconRepeat,
    group: 'see',
    available: isFinal,
    run: ({ id }) => open('authorize', id),
  },
  {
    key: 'end',
    label: 'Encerrar autorização',
    icon: IconRepeatOff,
    group: 'end',
    tone: 'danger',
    available: ({ status }) => status !== 'ended',
    run: end,
  },
];
