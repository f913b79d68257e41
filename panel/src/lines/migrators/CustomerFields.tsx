/**
 * Fields that identify the customer: the address of a list, or a user name and a password. For an
 * address, its contents are shown (S-MIGIPTV-02, S-MIGP2P-02, -03).
 */
import { readListAddress } from '@ramal/contract/rules/list-link';
import { IconLink, IconUser } from '@tabler/icons-react';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { PasswordField, TextField } from '../../ui/form/fields/fields.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import classes from './CustomerFields.module.css';
import type { Migrator } from './migrator.ts';
import type { MigratorForm } from './migrator-form.ts';

interface CustomerFieldsProps {
  knownBy: Migrator['knownBy'];
  form: Pick<Form<MigratorForm>, 'field' | 'values'>;
}

export function CustomerFields({ knownBy, form }: CustomerFieldsProps) {
  if (knownBy === 'address')
    return (
      <>
        <TextField
          label="Link da lista"
          icon={IconLink}
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          placeholder="http://exemplo.com:8080/get.php"
          hint="Com o usuário e a senha dentro. O link é só lido, nunca aberto."
          maxLength={2000}
          {...form.field('url')}
        />
        <AddressContents url={form.values.url} />
      </>
    );
  return (
    <FieldRow>
      <TextField
        label="Usuário"
        icon={IconUser}
        autoComplete="off"
        maxLength={20}
        {...form.field('name')}
      />
      <PasswordField label="Senha" autoComplete="off" maxLength={40} {...form.field('pass')} />
    </FieldRow>
  );
}

/**
 * Shows the user name, the password and the server that the address contains, so that the user can
 * check them before the payment.
 */
function AddressContents({ url }: { url: string }) {
  const address = readListAddress(url);
  if (!address) return null;
  return (
    <dl className={classes.contents} aria-label="O que o link diz">
      <div>
        <dt>Usuário</dt>
        <dd className="mono">{address.username}</dd>
      </div>
      <div>
        <dt>Senha</dt>
        <dd className="mono">{address.password}</dd>
      </div>
      <div>
        <dt>Servidor</dt>
        <dd className="mono">{address.host}</dd>
      </div>
    </dl>
  );
}
