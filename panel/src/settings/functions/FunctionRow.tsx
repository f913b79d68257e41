import { Button } from '@mantine/core';
import type { Flag } from '@ramal/contract/api/access';
import { getProfile } from '@ramal/contract/sessions';
import { getSettings } from '@ramal/contract/settings';
import { IconCheck, IconCircleOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { CodeDialog } from '../../second-factors/CodeDialog.tsx';
import type { ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { SettingRow } from '../../ui/layout/SettingRow.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useToast } from '../../ui/toasts.tsx';
import classes from './FunctionRow.module.css';
import { type FlagToggle, functionTexts } from './panel-functions.ts';

interface FunctionRowProps {
  flag: Flag;
  toggle: FlagToggle;
  isOn: boolean;
}

/**
 * Row of a function with its current effect. Its switch always requires a confirmation
 * (S-SETTINGS-10).
 */
export function FunctionRow({ flag, toggle, isOn }: FunctionRowProps) {
  const { name, icon, on, off } = functionTexts[flag];
  const confirmation = question(flag, isOn);
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();
  const toast = useToast();
  const action = useAction<FlagToggle>(toggle, { refresh: [getSettings, getProfile] });
  const change = async (body: { code2fa?: string }) => {
    await action.mutateAsync({ body });
    toast({ title: 'Função alterada com sucesso!' });
  };
  const ask = async () => {
    // This setting requires a new code of the second factor. The plain confirmation has no field
    // for a code, so another dialog opens (Q-STOLENSESSION).
    if ('freshCode' in toggle) return setAsking(true);
    await confirm({
      ...confirmation,
      onConfirm: () => change({}).catch(withDocumentedTitle),
    });
    return undefined;
  };
  return (
    <li className={classes.root}>
      <SettingRow
        padded
        icon={icon}
        title={name}
        text={isOn ? on : off[0]}
        // Shows the state on the server. It changes only after the server has answered.
        status={
          <StatusBadge tone={isOn ? 'ok' : 'off'} ring={!isOn}>
            {isOn ? 'Ativa' : 'Inativa'}
          </StatusBadge>
        }
        control={
          <Button
            variant="default"
            aria-label={`${isOn ? 'Desativar' : 'Ativar'} ${name}`}
            disabled={action.isPending}
            onClick={() => void ask()}
          >
            {isOn ? 'Desativar' : 'Ativar'}
          </Button>
        }
      />
      {isAsking && (
        <CodeDialog
          title={confirmation.title}
          icon={confirmation.icon}
          facts={confirmation.facts ?? []}
          submitLabel={confirmation.confirmLabel}
          danger={isOn}
          alertFor={({ message, requestId }) => ({ title: FAILED, text: message, requestId })}
          run={change}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function question(flag: Flag, isOn: boolean): ConfirmOptions {
  const { name, icon, on, off } = functionTexts[flag];
  if (!isOn) {
    return {
      title: `Ativar ${name}?`,
      icon,
      confirmLabel: 'Sim, ativar',
      facts: [{ icon: IconCheck, tone: 'ok', text: on }],
    };
  }
  return {
    title: `Desativar ${name}?`,
    icon: IconCircleOff,
    tone: 'danger',
    confirmLabel: 'Sim, desativar',
    facts: [
      { icon, tone: 'bad', text: off[0] },
      { icon: IconCheck, tone: 'ok', text: off[1] },
    ],
  };
}

/** Title of the error after a failed switch. The server's text is shown below it (M-25). */
const FAILED = 'Ocorreu um erro ao trocar status';

function withDocumentedTitle(error: unknown): never {
  throw error instanceof ApiError ? error.withTitle(FAILED) : error;
}
