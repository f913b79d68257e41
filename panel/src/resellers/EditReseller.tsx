/** Editar Revenda: name, contact and, when wished, a new password (S-RESLIST-38, V-29, V-30, Q-MEEDIT). */
import { Button } from '@mantine/core';
import { getTreeLevel } from '@ramal/contract/reseller-tree';
import { editReseller, listResellers } from '@ramal/contract/resellers';
import { getProfile } from '@ramal/contract/sessions';
import { readInput } from '@ramal/contract/validation';
import {
  IconAt,
  IconBinaryTree2,
  IconDoorExit,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiError, endsSession } from '../foundation/api.ts';
import { useDraft } from '../foundation/drafts.ts';
import { countOf } from '../foundation/numbers.ts';
import { useAct } from '../foundation/query.ts';
import { WhatsappField } from '../lines/WhatsappField.tsx';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { useProfile } from '../sessions/profile.ts';
import { Avatar2 } from '../ui/Avatar2.tsx';
import type { ConfirmFact } from '../ui/dialogs/ConfirmBox.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useAlertDialog, useConfirm } from '../ui/dialogs/dialogs.tsx';
import { FieldRow } from '../ui/form/FormFrame.tsx';
import { focusFirstError } from '../ui/form/focus-error.ts';
import { TextField } from '../ui/form/fields.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type FormTexts, objectionTo, textsOf, without } from './form-texts.ts';
import { type Owner, OwnerField } from './OwnerField.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { isBlocked, type Reseller } from './reseller.ts';
import type { ResellerWindowProps } from './ResellerWindows.tsx';

interface Contact {
  readonly username: string;
  readonly email: string;
  readonly email_contact: string;
  /** Who stands above; an admin alone moves an account. */
  readonly owner: Owner | null;
}

const contactOf = (reseller: Reseller): Contact => ({
  username: reseller.username,
  email: reseller.email ?? '',
  email_contact: reseller.email_contact ?? '',
  owner:
    reseller.owner_id === null || reseller.owner === null
      ? null
      : { id: reseller.owner_id, username: reseller.owner },
});

export function EditReseller({ reseller, onClose, onChanged }: ResellerWindowProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const me = useProfile().data;
  const isSelf = me?.id === reseller.id;
  // The top of the tree hangs on nobody; an admin sells for nobody.
  const mayMove = me?.profile === 'admin' && !isSelf && reseller.profile !== 'admin';
  const draft = useDraft<Contact>(`editar-revenda-${reseller.id}`, contactOf(reseller));
  const [password, setPassword] = useState('');
  const [fields, setFields] = useState<FormTexts>({});
  const code = useFreshCode();
  // Another admin's password opens a door as wide as one's own.
  const asksCode = reseller.profile === 'admin' && password !== '';
  const alert = useAlertDialog();
  const confirm = useConfirm();
  const toast = useToast();
  const save = useAct(editReseller, { refresh: [listResellers, getTreeLevel, getProfile] });
  const form = draft.value;

  const { owner, ...contact } = form;
  const moved = mayMove && owner !== null && owner.id !== reseller.owner_id ? owner : undefined;
  const body = {
    ...contact,
    password,
    ...(moved ? { newMaster: moved.id } : {}),
    ...(asksCode ? code.sent() : {}),
  };

  const change = (next: Partial<Contact>) => {
    draft.change((before) => ({ ...before, ...next }));
    setFields((before) => without(before, Object.keys(next)));
  };
  const close = () => {
    draft.clear();
    onClose();
  };
  const run = async () => {
    try {
      return await save.mutateAsync({ params: { id: reseller.id }, body });
    } catch (error) {
      if (endsSession(error)) return undefined;
      code.refused(error);
      if (error instanceof ApiError) setFields(textsOf(error));
      throw error;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reading = readInput(editReseller.body, body);
    if (!reading.ok) {
      setFields(reading.fields);
      focusFirstError(element.current);
      return alert(objectionTo(reading.fields));
    }
    setFields({});
    if (asksCode && !code.check()) return undefined;
    let message: string | undefined;
    await confirm({
      title: 'Alterar esta revenda?',
      icon: IconUserCheck,
      object: { name: reseller.username, note: `ID ${reseller.id}` },
      facts: factsOf(reseller, form, password, moved),
      yes: 'Sim, alterar',
      act: async () => {
        message = (await run())?.message;
      },
    });
    if (!message) return undefined;
    close();
    onChanged();
    return toast({ title: message, text: form.username });
  };

  return (
    <Dialog
      opened
      onClose={close}
      busy={save.isPending}
      width={560}
      lead={
        <Avatar2 name={reseller.username} size={42} tone={isBlocked(reseller) ? 'bad' : 'accent'} />
      }
      title="Editar Revenda"
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      footer={
        <>
          <Button size="md" variant="default" disabled={save.isPending} onClick={close}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} loading={save.isPending}>
            Salvar
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={element}
        className="edit-reseller"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label="Usuário"
          icon={IconUser}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          value={form.username}
          onChange={({ currentTarget }) => change({ username: currentTarget.value })}
          error={fields.username}
        />
        <FieldRow>
          <WhatsappField
            value={form.email}
            onChange={(email) => change({ email })}
            error={fields.email}
          />
          <TextField
            label="E-mail"
            optional
            icon={IconAt}
            type="email"
            autoComplete="off"
            maxLength={200}
            value={form.email_contact}
            onChange={({ currentTarget }) => change({ email_contact: currentTarget.value })}
            error={fields.email_contact}
          />
        </FieldRow>
        {mayMove && (
          <OwnerField
            resellerId={reseller.id}
            below={reseller.tree_resellers}
            value={owner}
            onChange={(next) => {
              change({ owner: next });
              setFields((before) => without(before, ['newMaster']));
            }}
            error={fields.newMaster}
          />
        )}
        {!isSelf && (
          <NewPasswordField
            label="Nova senha"
            optional
            hint="Em branco, a senha continua a mesma. Uma nova encerra os acessos abertos desta conta."
            value={password}
            onChange={(next) => {
              setPassword(next);
              setFields((before) => without(before, ['password']));
            }}
            error={fields.password}
          />
        )}
        {asksCode && <FreshCode code={code} disabled={save.isPending} />}
      </form>
    </Dialog>
  );
}

/** What changes for whoever signs in with this account. */
function factsOf(
  reseller: Reseller,
  form: Contact,
  password: string,
  moved: Owner | undefined,
): ConfirmFact[] {
  const { username, owner, tree_resellers: below } = reseller;
  const facts: ConfirmFact[] = [];
  if (moved) {
    facts.push({
      icon: IconBinaryTree2,
      tone: 'warn',
      text: (
        <>
          Sai de {owner ?? 'baixo da administração'} e passa a ficar abaixo de{' '}
          <b>{moved.username}</b>
          {below > 0 && <>, com {countOf(below, 'revenda', 'revendas')} da rede</>}.
        </>
      ),
    });
  }
  const renamed = form.username.trim();
  if (renamed !== username) {
    facts.push({
      icon: IconUser,
      tone: 'warn',
      text: (
        <>
          Passa a entrar como <b>{renamed}</b>.
        </>
      ),
    });
  }
  if (password) {
    facts.push({
      icon: IconDoorExit,
      tone: 'warn',
      text: (
        <>
          A senha antiga deixa de valer e os acessos abertos são encerrados <b>na hora</b>.
        </>
      ),
    });
  } else facts.push({ icon: IconUserCheck, tone: 'ok', text: 'A senha continua a mesma.' });
  return facts;
}
