/** Who is brought: the address of the list, with what it says, or name and password typed (S-MIGIPTV-02, S-MIGP2P-02, -03). */
import { readListAddress } from '@ramal/contract/lines/list-migrators';
import { IconLink, IconUser } from '@tabler/icons-react';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import type { Customer, Migrator } from './migrator.ts';
import type { MigratorTexts } from './migrator-draft.ts';

interface CustomerFieldsProps {
  knownBy: Migrator['knownBy'];
  value: Customer;
  onChange: (change: Partial<Customer>) => void;
  errors: MigratorTexts;
}

export function CustomerFields({ knownBy, value, onChange, errors }: CustomerFieldsProps) {
  if (knownBy === 'address')
    return (
      <>
        <TextField
          label="Link da lista"
          icon={IconLink}
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          placeholder="http://painel.exemplo.com/get.php?username=…&password=…"
          hint="O link é só lido, nunca aberto."
          maxLength={2000}
          value={value.url}
          onChange={({ currentTarget: { value: url } }) => onChange({ url })}
          error={errors.url}
        />
        <Found url={value.url} />
      </>
    );
  return (
    <FieldRow>
      <TextField
        label="Usuário"
        icon={IconUser}
        autoComplete="off"
        maxLength={20}
        value={value.name}
        onChange={({ currentTarget: { value: name } }) => onChange({ name })}
        error={errors.name}
      />
      <PasswordField
        label="Senha"
        autoComplete="off"
        maxLength={40}
        value={value.pass}
        onChange={({ currentTarget: { value: pass } }) => onChange({ pass })}
        error={errors.pass}
      />
    </FieldRow>
  );
}

/** What will be kept, seen before anything is paid. */
function Found({ url }: { url: string }) {
  const found = readListAddress(url);
  if (!found) return null;
  return (
    <dl className="migrator-found" aria-label="O que o link diz">
      <div>
        <dt>Usuário</dt>
        <dd className="mono">{found.username}</dd>
      </div>
      <div>
        <dt>Senha</dt>
        <dd className="mono">{found.password}</dd>
      </div>
      <div>
        <dt>Servidor</dt>
        <dd className="mono">{found.host}</dd>
      </div>
    </dl>
  );
}
