import { IconChevronRight, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize } from '../../../foundation/numbers.ts';
import { availableActions } from '../../available-actions.ts';
import { onlyDigits } from '../../fields/whatsapp.ts';
import { hasPassword, passwordShown } from '../../line.ts';
import { usePlatformRead } from '../../platforms/calls.ts';
import { addressIn, appRows, type Receipt } from '../../receipt/receipt.ts';
import classes from './AccessSection.module.css';
import type { Customer } from '../customer.ts';
import { CopyIcon, EditIcon, Fact, Facts } from '../parts/Fact.tsx';
import { PackageEdit } from './PackageEdit.tsx';
import { RenameField } from './RenameField.tsx';
import { Section, SectionButton, SectionData, useSavedMark } from '../parts/Section.tsx';

/** User name, password, package and links. */
export function AccessSection({ customer }: { customer: Customer }) {
  const { platform, line, acts, now, section } = customer;
  const [isSaved, showSaved] = useSavedMark();
  const [editing, setEditing] = useState<'package' | 'username' | undefined>(
    section === 'package' ? 'package' : undefined,
  );
  const close = () => setEditing(undefined);
  const mayRename = platform.edits.edit !== undefined;
  return (
    <Section
      title="Acesso"
      isSaved={isSaved}
      isTarget={section === 'package'}
      aside={
        availableActions(line, now).newPassword && (
          <SectionButton onClick={() => acts.newPassword(line)}>Nova senha</SectionButton>
        )
      }
    >
      <Facts>
        <Fact
          label={platform.words.name}
          mono
          half
          action={
            <>
              {mayRename && editing !== 'username' && (
                <EditIcon label="Trocar o usuário" onClick={() => setEditing('username')} />
              )}
              <CopyIcon label="Copiar o usuário" text={line.username} />
            </>
          }
        >
          {editing === 'username' ? (
            <RenameField
              customer={customer}
              clean={platform.definition.numericNames ? onlyDigits : undefined}
              onClose={close}
              onSaved={showSaved}
            />
          ) : (
            line.username
          )}
        </Fact>
        <Fact
          label="Senha"
          mono={hasPassword(line)}
          half
          action={hasPassword(line) && <CopyIcon label="Copiar a senha" text={line.password} />}
        >
          {passwordShown(line)}
        </Fact>
        <Fact
          label="Pacote"
          action={<EditIcon label="Trocar o pacote" onClick={() => setEditing('package')} />}
        >
          {packageText(customer)}
        </Fact>
        <Links customer={customer} />
      </Facts>
      {editing === 'package' && (
        <PackageEdit customer={customer} onClose={close} onSaved={showSaved} />
      )}
    </Section>
  );
}

const packageText = ({ line, facts }: Customer): string => {
  const screens = facts?.screens;
  if (screens === undefined || screens === null) return line.packageName;
  const most = screens === 0 ? 'telas sem limite' : pluralize(screens, 'tela', 'telas');
  return `${line.packageName}, ${most}`;
};

/** Row that opens all links. The desk also shows the short link, which is the one that is sent. */
function Links({ customer: { platform, line, acts, form } }: { customer: Customer }) {
  const { query, data } = usePlatformRead(platform.receipt, line.id, { staleMs: 60_000 });
  const open = () => acts.dialogs.open({ kind: 'receipt', line });
  const names = data ? linkNames(data) : [];
  const short = data?.links && addressIn(data.links.m3u8Short);
  const count =
    names.length === 0 ? 'Texto para o cliente' : pluralize(names.length, 'link', 'links');
  return (
    <Fact
      label="Links"
      plain
      action={
        form === 'panel' && short ? (
          <CopyIcon label="Copiar o link curto" text={short} />
        ) : (
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        )
      }
    >
      <SectionData query={{ ...query, data }} height={18}>
        {() => (
          <button type="button" className={classes.links} data-touch-area onClick={open}>
            {form === 'panel' && short ? (
              <>
                <span className="mono">{withoutScheme(short)}</span>
                {names.length > 1 && <span> e mais {names.length - 1}</span>}
              </>
            ) : (
              <>
                <IconLink size={18} stroke={1.75} aria-hidden />
                <b>{count}</b> <span>{names.join(', ')}</span>
              </>
            )}
          </button>
        )}
      </SectionData>
    </Fact>
  );
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

const appNames: Readonly<Record<string, string>> = {
  'WEB PLAYER': 'player',
  Smarters: 'aplicativo',
};

const linkNames = ({ links }: Receipt): string[] =>
  links ? ['lista', ...appRows(links).map(({ label }) => appNames[label] ?? label)] : [];
