/**
 * Form that adds or edits a line server. The address and the key are tested, and are never shown
 * again after they are saved.
 */
import { Switch } from '@mantine/core';
import {
  type DifferenceRules,
  type LineServer,
  type ServerKind,
  createLineServer,
  editLineServer,
  listLineServers,
  ruledKinds,
} from '@ramal/contract/operations/line-servers';
import { type PlatformKey, platformKeys, platforms } from '@ramal/contract/rules/platforms';
import { IconKey, IconPlugConnected, IconServer2 } from '@tabler/icons-react';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { PasswordField, TextField } from '../ui/form/fields/fields.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { type Form, useForm } from '../ui/form/use-form.ts';
import { differenceLabels, ruleEffects, serverKindLabels } from './line-server-words.ts';
import classes from './ServerForm.module.css';

interface Franchise {
  readonly id: number;
  readonly name: string;
}

interface ServerFormProps {
  readonly franchises: readonly Franchise[];
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Fields of both forms: the form that adds a server and the form that edits it. */
interface SharedValues {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly playerUrl: string;
  readonly idFranchise: string;
}

const sharedBody = ({ name, playerUrl, idFranchise }: SharedValues) => ({
  name,
  playerUrl: playerUrl.trim() || null,
  idFranchise: Number(idFranchise) || null,
});

const proofFacts = [
  { icon: IconPlugConnected, text: 'O endereço e a chave são provados antes de valer.' },
  { icon: IconKey, text: 'Ficam cifrados, e não são mostrados de novo a ninguém.' },
];

const codeFields = {
  line_server_name_taken: 'name',
  line_server_silent: 'url',
  line_server_key_refused: 'key',
} as const;

export function AddServer({ franchises, onClose, onSaved }: ServerFormProps) {
  const code = useFreshCode();
  const form = useForm(createLineServer, {
    initial: {
      name: '',
      kind: 'xui' as ServerKind,
      platform: 'iptv' as PlatformKey,
      url: '',
      key: '',
      playerUrl: '',
      idFranchise: '0',
    },
    secrets: ['key', 'url'],
    send: ({ kind, platform, url, key, ...shared }) => ({
      body: { ...sharedBody({ ...shared, url, key }), kind, platform, url, key },
    }),
    freshCode: () => code,
    codeFields,
    refresh: [listLineServers],
    success: ({ message, finding }) => ({ title: message, text: finding }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Adicionar servidor"
      icon={IconServer2}
      facts={proofFacts}
      submitLabel="Provar e adicionar"
      onClose={onClose}
    >
      <Segmented
        label="Tipo"
        wide
        value={form.values.kind}
        options={Object.entries(serverKindLabels).map(([value, label]) => ({ value, label }))}
        onChange={(kind) => form.change({ kind: kind as ServerKind })}
      />
      <SelectField
        label="Plataforma"
        data={platformKeys.map((value) => ({ value, label: platforms[value].label }))}
        value={form.values.platform}
        error={form.errors.platform}
        onChange={(platform) => form.change({ platform: platform as PlatformKey })}
      />
      <SharedFields form={form} franchises={franchises} isNew kind={form.values.kind} />
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

interface EditProps extends ServerFormProps {
  readonly server: LineServer;
}

export function EditServer({ server, franchises, onClose, onSaved }: EditProps) {
  const code = useFreshCode();
  const form = useForm(editLineServer, {
    initial: {
      name: server.name,
      url: '',
      key: '',
      playerUrl: server.playerUrl ?? '',
      idFranchise: String(server.idFranchise ?? 0),
      takesNew: server.takesNew,
      rules: server.rules,
    },
    secrets: ['key', 'url'],
    send: ({ url, key, takesNew, rules, ...shared }) => ({
      params: { id: server.id },
      body: {
        ...sharedBody({ ...shared, url, key }),
        ...(url.trim() ? { url } : {}),
        ...(key.trim() ? { key } : {}),
        takesNew,
        rules,
      },
    }),
    freshCode: () => code,
    codeFields: { ...codeFields, line_server_without_products: 'takesNew' },
    refresh: [listLineServers],
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  const { rules } = form.values;
  return (
    <FormDialog
      form={form}
      title="Editar servidor"
      subtitle={server.host}
      icon={IconServer2}
      width={600}
      onClose={onClose}
    >
      <SharedFields form={form} franchises={franchises} isNew={false} kind={server.kind} />
      <Switch
        label="Recebe linhas novas"
        description="As que forem vendidas do que está na correspondência vão para lá."
        error={form.errors.takesNew}
        {...form.toggle('takesNew')}
      />
      <fieldset className={classes.rules}>
        <legend>O que se resolve sozinho, toda noite</legend>
        {ruledKinds.map((kind) => (
          <Switch
            key={kind}
            label={differenceLabels[kind]}
            description={ruleEffects[kind]}
            checked={rules[kind] === 'ours'}
            onChange={({ currentTarget: { checked } }) =>
              form.change({
                rules: { ...rules, [kind]: checked ? 'ours' : 'list' } as DifferenceRules,
              })
            }
          />
        ))}
      </fieldset>
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

interface SharedFieldsProps {
  readonly form: Pick<Form<SharedValues>, 'field'>;
  readonly franchises: readonly Franchise[];
  readonly isNew: boolean;
  readonly kind: ServerKind;
}

function SharedFields({ form, franchises, isNew, kind }: SharedFieldsProps) {
  const passwordHints = isNew ? {} : { placeholder: 'como está', optional: true };
  return (
    <>
      <TextField label="Nome" maxLength={60} autoComplete="off" {...form.field('name')} />
      <TextField
        label="Endereço"
        mono
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint={
          kind === 'xui'
            ? 'O da API de administração, com o código de acesso: https://painel.exemplo/AbCd1234/'
            : 'Recebe um POST assinado para cada linha.'
        }
        {...passwordHints}
        {...form.field('url', (typed) => typed.trim())}
      />
      <PasswordField
        label={kind === 'xui' ? 'Chave da API' : 'Segredo'}
        autoComplete="off"
        {...passwordHints}
        {...form.field('key', (typed) => typed.trim())}
      />
      <TextField
        label="Endereço para os aplicativos"
        mono
        optional
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint="Vai nos links dos clientes destas linhas."
        {...form.field('playerUrl')}
      />
      {franchises.length > 0 && (
        <SelectField
          label="Franquia"
          data={[
            { value: '0', label: 'Todas' },
            ...franchises.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.field('idFranchise')}
        />
      )}
    </>
  );
}
