/**
 * Fields of a remote backup store: an S3 bucket or a folder over SFTP. The server tests the access
 * before it saves it (Q-BACKUPS).
 */
import { saveBackupS3, saveBackupSftp, viewBackups } from '@ramal/contract/operations/backups';
import { useState } from 'react';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { type FreshCodeState, useFreshCode } from '../second-factors/use-fresh-code.ts';
import { PasswordField, TextField } from '../ui/form/fields/fields.tsx';
import { TextAreaField } from '../ui/form/fields/TextAreaField.tsx';
import { FieldRow } from '../ui/form/FormSection.tsx';
import { useForm } from '../ui/form/use-form.ts';

export type RemoteStoreId = 'remote_1' | 'remote_2';
export type RemoteKind = 's3' | 'sftp';

interface RemoteOptions {
  readonly store: RemoteStoreId;
  readonly onDone: () => void;
}

/**
 * Returns the form of the selected kind of store. Both forms keep their typed values when the kind
 * changes.
 */
export function useRemote(options: RemoteOptions) {
  const [kind, setKind] = useState<RemoteKind>('s3');
  const code = useFreshCode();
  const bucket = useBucket({ ...options, code });
  const server = useServer({ ...options, code });
  return { kind, setKind, code, bucket, server, form: kind === 's3' ? bucket : server };
}

export function RemoteFields({ remote }: { readonly remote: ReturnType<typeof useRemote> }) {
  const { kind, bucket, server, code, form } = remote;
  return (
    <>
      {kind === 's3' ? <BucketFields form={bucket} /> : <ServerFields form={server} />}
      <FreshCode code={code} disabled={form.busy} />
    </>
  );
}

const trimmed = (typed: string): string => typed.trim();
const orAbsent = (typed: string): string | undefined => typed || undefined;
const plain = { autoComplete: 'off', spellCheck: false } as const;

interface Sending extends RemoteOptions {
  readonly code: FreshCodeState;
}

const actionOptions = ({ code, onDone }: Sending) => ({
  freshCode: () => code,
  refresh: [viewBackups],
  success: ({ message }: { readonly message: string }) => ({ title: message }),
  onDone,
});

const useBucket = (sending: Sending) =>
  useForm(saveBackupS3, {
    initial: {
      endpoint: '',
      region: '',
      bucket: '',
      folder: '',
      accessKeyId: '',
      secretAccessKey: '',
    },
    send: ({ region, folder, ...rest }) => ({
      params: { type: sending.store },
      body: { ...rest, region: orAbsent(region), folder: orAbsent(folder) },
    }),
    ...actionOptions(sending),
  });

const BucketFields = ({ form }: { readonly form: ReturnType<typeof useBucket> }) => (
  <>
    <TextField
      label="Endereço"
      mono
      placeholder="https://s3.sa-east-1.amazonaws.com"
      {...plain}
      {...form.field('endpoint', trimmed)}
    />
    <FieldRow>
      <TextField label="Bucket" mono {...plain} {...form.field('bucket', trimmed)} />
      <TextField
        label="Região"
        optional
        mono
        placeholder="sa-east-1"
        {...plain}
        {...form.field('region', trimmed)}
      />
    </FieldRow>
    <TextField label="Pasta" optional mono {...plain} {...form.field('folder', trimmed)} />
    <TextField label="Chave de acesso" mono {...plain} {...form.field('accessKeyId', trimmed)} />
    <PasswordField
      label="Chave secreta"
      autoComplete="off"
      {...form.field('secretAccessKey', trimmed)}
    />
  </>
);

const useServer = (sending: Sending) =>
  useForm(saveBackupSftp, {
    initial: {
      host: '',
      port: '22',
      username: '',
      password: '',
      privateKey: '',
      folder: '',
      fingerprint: '',
    },
    send: ({ host, username, port, ...rest }) => ({
      params: { type: sending.store },
      body: {
        host,
        username,
        port: port === '' ? undefined : Number(port),
        password: orAbsent(rest.password),
        privateKey: orAbsent(rest.privateKey),
        folder: orAbsent(rest.folder),
        fingerprint: orAbsent(rest.fingerprint),
      },
    }),
    ...actionOptions(sending),
  });

const ServerFields = ({ form }: { readonly form: ReturnType<typeof useServer> }) => (
  <>
    <FieldRow>
      <TextField label="Servidor" mono {...plain} {...form.field('host', trimmed)} />
      <TextField
        label="Porta"
        inputMode="numeric"
        {...plain}
        {...form.field('port', (typed) => typed.replace(/\D/g, ''))}
      />
    </FieldRow>
    <TextField label="Usuário" mono {...plain} {...form.field('username', trimmed)} />
    <PasswordField
      label="Senha"
      autoComplete="off"
      hint="Ou a chave privada, que é melhor."
      {...form.field('password')}
    />
    <TextAreaField
      label="Chave privada"
      optional
      spellCheck={false}
      placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
      {...form.field('privateKey')}
    />
    <TextField label="Pasta" optional mono {...plain} {...form.field('folder', trimmed)} />
    <TextField
      label="Impressão digital"
      optional
      mono
      placeholder="SHA256:…"
      hint="Do servidor. Vazia, vale a chave que ele mostrar agora, e só ela daqui em diante."
      {...plain}
      {...form.field('fingerprint', trimmed)}
    />
  </>
);
