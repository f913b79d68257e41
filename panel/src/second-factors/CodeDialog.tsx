import { type Icon, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api/api.ts';
import { FreshCode } from './FreshCode.tsx';
import { useFreshCode } from './use-fresh-code.ts';
import type { AlertOptions } from '../ui/dialogs/AlertBox.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { PasswordField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';

export interface CodeDialogProps {
  title: string;
  subtitle?: string;
  icon?: Icon;
  facts?: readonly Fact[];
  children?: ReactNode;
  submitLabel: string;
  danger?: boolean;
  /**
   * True if the user must also type the current password. A stolen session with a code is then not
   * sufficient (Q-STOLENSESSION).
   */
  asksPassword?: boolean;
  /**
   * Returns the dialog for a failed call. Without this function, the dialog shows the title and the
   * text of the error.
   */
  alertFor?: (error: ApiError) => AlertOptions;
  /** Sends one or more calls with code and password. The dialog closes if they succeed. */
  run: (proof: { code2fa?: string; currentPassword?: string }) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Dialog that confirms a sensitive action. It contains the field for the new code that authorises
 * the action.
 */
export function CodeDialog(props: CodeDialogProps) {
  const {
    title,
    subtitle,
    icon: DialogIcon = IconShieldLock,
    facts,
    children,
    submitLabel,
    danger = false,
    asksPassword = false,
    alertFor,
    run,
    onClose,
  } = props;
  const ref = useRef<HTMLFormElement>(null);
  const code = useFreshCode();
  const alert = useAlertDialog();
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const submit = async () => {
    if (asksPassword && password === '') return setWrong('O campo Senha atual é necessário.');
    if (!code.check()) return undefined;
    setBusy(true);
    try {
      await run({ ...code.sent(), ...(asksPassword ? { currentPassword: password } : {}) });
      onClose();
    } catch (error) {
      if (endsSession(error) || code.refused(error)) return undefined;
      const refused = error instanceof ApiError ? error.fields.currentPassword : undefined;
      if (refused) return setWrong(refused);
      await alert(failureOf(error, alertFor));
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  const clear = () => {
    code.clear();
    setPassword('');
  };
  return (
    <FormDialog
      form={{ busy, ref, submit: () => void submit(), reset: clear }}
      title={title}
      subtitle={subtitle}
      icon={DialogIcon}
      facts={facts}
      tone={danger ? 'danger' : 'light'}
      width={460}
      submitLabel={submitLabel}
      cancelLabel="Não"
      onClose={onClose}
    >
      {children}
      {asksPassword && (
        <CurrentPassword
          value={password}
          error={wrong}
          disabled={busy}
          onType={(typed) => {
            setPassword(typed);
            setWrong(undefined);
          }}
        />
      )}
      <FreshCode code={code} disabled={busy} />
    </FormDialog>
  );
}

interface CurrentPasswordProps {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onType: (typed: string) => void;
}

const CurrentPassword = ({ onType, ...field }: CurrentPasswordProps) => (
  <PasswordField
    label="Senha atual"
    name="current_password"
    autoComplete="current-password"
    {...field}
    onChange={({ currentTarget }) => onType(currentTarget.value)}
  />
);

function failureOf(error: unknown, alertFor: CodeDialogProps['alertFor']): AlertOptions {
  const { message } = error as Error;
  if (!(error instanceof ApiError)) return { title: 'Erro', text: message };
  return alertFor?.(error) ?? { title: error.title, text: message, requestId: error.requestId };
}
