import { Button, Group, Stack } from '@mantine/core';
import { requestConfirmation, confirmWithPasskey } from '@ramal/contract/passkeys';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { IconCircleCheck, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { getPasskeyResponse } from '../sessions/passkey-device.ts';
import { CodeField } from '../ui/form/fields/CodeField.tsx';
import classes from './FreshCode.module.css';
import type { FreshCodeState } from './use-fresh-code.ts';
import { FieldError } from '../ui/form/fields/FieldError.tsx';

interface FreshCodeProps {
  code: FreshCodeState;
  disabled?: boolean;
}

/**
 * Shows a field for the six digits of an authenticator, a button for a passkey, or both. Renders
 * nothing for an account without a second factor.
 */
export function FreshCode({ code, disabled = false }: FreshCodeProps) {
  const factors = useCall(verifySecondFactor, {}, { enabled: code.needed, staleMs: 60_000 });
  const passkey = usePasskey(code);
  if (!code.needed) return null;
  if (code.byPasskey) {
    return (
      <Group
        component="p"
        gap="sm"
        wrap="nowrap"
        c="var(--ok)"
        fz="control"
        fw={500}
        className={classes.done}
        role="status"
      >
        <IconCircleCheck size={19} stroke={1.75} aria-hidden />
        Confirmado com a chave de acesso. Vale uma vez, por um minuto.
      </Group>
    );
  }
  const takesCode = factors.data?.has2fa ?? true;
  return (
    <Stack gap="lg" align="flex-start" className={classes.root}>
      {takesCode && (
        <CodeField
          label="Código 2FA"
          aside="do aplicativo autenticador"
          value={code.value}
          readOnly={disabled || passkey.busy}
          onChange={code.type}
          error={code.error}
        />
      )}
      {(factors.data?.passkeys ?? 0) > 0 && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconFingerprint size={17} stroke={1.75} aria-hidden />}
          loading={passkey.busy}
          disabled={disabled}
          onClick={() => void passkey.confirm()}
        >
          Usar chave de acesso
        </Button>
      )}
      {(passkey.refusal ?? (takesCode ? undefined : code.error)) && (
        <FieldError role="alert">{passkey.refusal ?? code.error}</FieldError>
      )}
    </Stack>
  );
}

/**
 * Confirms an action with a passkey. The device prompts the user for it. The server exchanges the
 * device's response for a confirmation that is valid once.
 */
function usePasskey(code: FreshCodeState) {
  const requestOptions = useAction(requestConfirmation);
  const exchange = useAction(confirmWithPasskey);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { options } = await requestOptions.mutateAsync({});
      const response = await getPasskeyResponse(options);
      code.confirmed((await exchange.mutateAsync({ body: { response } })).code2fa);
    } catch (error) {
      setRefusal((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, confirm };
}
