/**
 * Steps that the operator completes on the machine. They show settings to copy, and a button checks
 * the result again.
 */
import { Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { layerLabels } from '../balancers/balancer-words.ts';
import { formatDate } from '../foundation/dates.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { type WelcomeAnswer, hostFromUrl } from './welcome-words.ts';

interface AddressStepProps {
  readonly welcome: WelcomeAnswer;
}

export function AddressStep({ welcome }: AddressStepProps) {
  const { publicUrl, addressFailure } = welcome;
  const [host, setHost] = useState(hostFromUrl(publicUrl));
  return (
    <>
      {publicUrl !== null && addressFailure === null && (
        <Notice tone="ok" icon={IconCircleCheck} title={`${hostFromUrl(publicUrl)} responde`}>
          Esta máquina se alcançou pelo próprio endereço.
        </Notice>
      )}
      {addressFailure !== null && (
        <Notice tone="bad" icon={IconAlertCircle} title="Ninguém respondeu de fora">
          {`${layerLabels[addressFailure]}. Crie no DNS um registro A de ${hostFromUrl(publicUrl)} com o IP desta máquina e abra a porta nela.`}
        </Notice>
      )}
      <HostField value={host} onChange={setHost} />
      <Settings welcome={welcome} step="address" host={host || EXAMPLE} />
    </>
  );
}

const EXAMPLE = 'painel.exemplo.com';

const HostField = ({ value, onChange }: { value: string; onChange: (host: string) => void }) => (
  <TextField
    label="Endereço"
    mono
    inputMode="url"
    autoComplete="off"
    spellCheck={false}
    placeholder={EXAMPLE}
    value={value}
    onChange={(event) =>
      onChange(
        event.currentTarget.value
          .trim()
          .replace(/^https?:\/\//, '')
          .replace(/\/.*$/, ''),
      )
    }
  />
);

export function TlsStep({ welcome }: AddressStepProps) {
  const { publicUrl, certificateEndsTimestamp: ends, port } = welcome;
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const [host, setHost] = useState(hostFromUrl(publicUrl));
  const name = host || EXAMPLE;
  return (
    <>
      {ends !== null && (
        <Notice
          tone="ok"
          icon={IconCircleCheck}
          title={`Certificado até ${formatDate(new Date(ends * 1000))}`}
        >
          O proxy na frente cuida de renovar.
        </Notice>
      )}
      {isSecure && welcome.addressFailure === 'tls' && (
        <Notice tone="bad" icon={IconAlertCircle} title="O certificado não é aceito">
          Confira no proxy se ele foi emitido para este nome e não venceu.
        </Notice>
      )}
      <HostField value={host} onChange={setHost} />
      <Text>Com o Caddy na frente, o certificado é pedido e renovado sem mais nada:</Text>
      <Panel py="2xs" px={0}>
        <CopyRow
          label="Caddyfile"
          wrap="below"
          value={`${name} { reverse_proxy 127.0.0.1:${port} }`}
        />
      </Panel>
      <Settings welcome={welcome} step="tls" host={name} />
    </>
  );
}

interface SettingsProps extends AddressStepProps {
  readonly step: keyof WelcomeAnswer['settings'];
  readonly host?: string;
}

/**
 * Shows settings to copy: for the settings file of a packaged installation, otherwise for the
 * shell.
 */
export function Settings({ welcome, step, host = '' }: SettingsProps) {
  const { settings, settingsFile, startCommand } = welcome;
  const lines = settings[step].map((line) => line.replace('{host}', host));
  return (
    <Stack gap="sm">
      <Text>
        {settingsFile === null
          ? 'Na máquina do Ramal, inicie de novo com:'
          : `Na máquina do Ramal, acrescente em ${settingsFile} e reinicie o serviço:`}
      </Text>
      <Panel py="2xs" px={0}>
        {settingsFile === null ? (
          <CopyRow label="Comando" wrap="below" value={`${lines.join(' ')} ${startCommand}`} />
        ) : (
          <>
            <CopyRow
              label="Ajustes"
              wrap="below"
              value={lines.join('\n')}
              shown={lines.map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
            />
            <CopyRow label="Reiniciar" wrap="below" value="systemctl restart ramal" />
          </>
        )}
      </Panel>
    </Stack>
  );
}
