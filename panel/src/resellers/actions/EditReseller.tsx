/**
 * «Editar Revenda»: name, contact and optionally a new password (S-RESLIST-38, V-29, V-30,
 * Q-MEEDIT).
 */
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { editReseller, listResellers } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { storedToTyped } from '../../lines/fields/whatsapp.ts';
import { IconBinaryTree2, IconDoorExit, IconUser, IconUserCheck } from '@tabler/icons-react';
import { pluralize } from '../../foundation/numbers.ts';
import { ContactFields } from '../ContactFields.tsx';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { type FreshCodeState, useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { useProfile } from '../../sessions/profile.ts';
import { Initials } from '../../ui/Initials.tsx';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';
import { accountAlert, accountCodeFields } from '../account-errors.ts';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { type Owner, OwnerField } from './OwnerField.tsx';
import { isBlocked, type Reseller } from '../reseller.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';

interface Account {
  readonly username: string;
  readonly email: string;
  readonly emailContact: string;
  /** The parent account; only an admin can change it. */
  readonly owner: Owner | null;
  readonly password: string;
}

const accountOf = (reseller: Reseller): Account => ({
  username: reseller.username,
  email: storedToTyped(reseller.email),
  emailContact: reseller.emailContact ?? '',
  owner:
    reseller.ownerId === null || reseller.owner === null
      ? null
      : { id: reseller.ownerId, username: reseller.owner },
  password: '',
});

export function EditReseller({ reseller, onClose, onSaved }: ResellerDialogProps) {
  const me = useProfile().data;
  const isSelf = me?.id === reseller.id;
  // Only an admin can move an account. The admin's own account and other admin accounts cannot be
  // moved.
  const mayMove = me?.profile === 'admin' && !isSelf && reseller.profile !== 'admin';
  const newOwner = ({ owner }: Account) =>
    mayMove && owner !== null && owner.id !== reseller.ownerId ? owner : undefined;
  const code = useFreshCode();
  const form = useEditForm({ reseller, onClose, onSaved }, newOwner, code);
  return (
    <FormDialog
      form={form}
      width={560}
      lead={
        <Initials
          name={reseller.username}
          size={42}
          tone={isBlocked(reseller) ? 'bad' : 'accent'}
        />
      }
      title="Editar Revenda"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      onClose={onClose}
    >
      <TextField
        label="Usuário"
        icon={IconUser}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        {...form.field('username')}
      />
      <ContactFields form={form} />
      {mayMove && (
        <OwnerField
          resellerId={reseller.id}
          below={reseller.treeResellers}
          {...form.field('owner')}
        />
      )}
      {!isSelf && (
        <NewPasswordField
          label="Nova senha"
          optional
          hint="Em branco, a senha continua a mesma. Uma nova encerra os acessos abertos desta conta."
          {...form.field('password')}
        />
      )}
      {form.needsCode && <FreshCode code={code} disabled={form.busy} />}
    </FormDialog>
  );
}

function useEditForm(
  { reseller, onClose, onSaved }: ResellerDialogProps,
  newOwner: (values: Account) => Owner | undefined,
  code: FreshCodeState,
) {
  const me = useProfile().data;
  const isOtherAdmin = reseller.profile === 'admin' && reseller.id !== me?.id;
  return useForm(editReseller, {
    draft: `edit-reseller-${reseller.id}`,
    secrets: ['password'],
    initial: accountOf(reseller),
    wireNames: { owner: 'newMaster' },
    send: (values) => {
      const { owner: _, ...body } = values;
      const moved = newOwner(values);
      return {
        params: { id: reseller.id },
        body: { ...body, ...(moved ? { newMaster: moved.id } : {}) },
      };
    },
    alertFor: ({ errors, refusal }) => (refusal ? undefined : accountAlert(errors)),
    codeFields: accountCodeFields,
    confirm: (values) => ({
      title: 'Alterar esta revenda?',
      icon: IconUserCheck,
      object: { name: reseller.username, note: `ID ${reseller.id}` },
      facts: factsOf(reseller, values, newOwner(values)),
      confirmLabel: 'Sim, alterar',
    }),
    // An admin needs a code to set a password or to rename another admin. With a stolen session, an
    // attacker could otherwise sign in as the account or lock out another admin (Q-STOLENSESSION).
    freshCode: ({ password, username }) =>
      me?.profile === 'admin' &&
      (password !== '' || (isOtherAdmin && username.trim() !== reseller.username))
        ? code
        : undefined,
    refresh: [listResellers, getTreeLevel, getProfile],
    success: ({ message }, { username }) => ({ title: message, text: username }),
    onDone: () => {
      onClose();
      onSaved();
    },
  });
}

/** Lists the effects of a new parent account, a new user name and a new password. */
function factsOf(reseller: Reseller, values: Account, moved: Owner | undefined): Fact[] {
  const { username, owner, treeResellers: below } = reseller;
  const facts: Fact[] = [];
  if (moved) {
    const network = below > 0 ? `, com ${pluralize(below, 'revenda', 'revendas')} da rede` : '';
    facts.push({
      icon: IconBinaryTree2,
      tone: 'warn',
      text: rich`Sai de ${owner ?? 'baixo da administração'} e passa a ficar abaixo de **${moved.username}**${network}.`,
    });
  }
  const renamed = values.username.trim();
  if (renamed !== username)
    facts.push({ icon: IconUser, tone: 'warn', text: rich`Passa a entrar como **${renamed}**.` });
  facts.push(
    values.password
      ? {
          icon: IconDoorExit,
          tone: 'warn',
          text: 'A senha antiga deixa de valer e os acessos abertos são encerrados **na hora**.',
        }
      : { icon: IconUserCheck, tone: 'ok', text: 'A senha continua a mesma.' },
  );
  return facts;
}
