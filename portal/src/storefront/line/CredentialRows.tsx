import { useState } from 'react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { Icon } from '../../ui/Icon.tsx';
import { check, copy } from '../../ui/icons.ts';
import type { Credentials } from '../api.ts';
import classes from './CredentialRows.module.css';
import pageClasses from '../../portal.module.css';

/** User name, password and addresses of a line. Undefined while the line is prepared. */
export function CredentialRows({ credentials }: { credentials: Credentials | undefined }) {
  if (!credentials)
    return (
      <div className={`${pageClasses.card} ${classes.root}`} aria-busy="true">
        {['Usuário', 'Senha'].map((label) => (
          <div key={label} className={classes.row}>
            <span className={classes.text}>
              <span className={classes.label}>{label}</span>
              <i className={`${pageClasses.blank} ${classes.blank}`} aria-hidden />
            </span>
          </div>
        ))}
      </div>
    );
  const { username, password } = credentials;
  return (
    <ul className={`${pageClasses.card} ${classes.root}`} aria-label="Dados para entrar">
      <CopyRow label="Usuário" value={username} isLarge />
      <CopyRow label="Senha" value={password} isLarge />
    </ul>
  );
}

/** Addresses of a line, which apps other than the recommended one ask for. */
export function AddressRows({ credentials }: { credentials: Credentials }) {
  const { username, password, links, howTo } = credentials;
  // A service may list the login among its addresses. It is already on the page.
  const addresses = links.filter(({ value }) => value !== username && value !== password);
  if (addresses.length === 0 && !howTo) return null;
  return (
    <details className={pageClasses.card}>
      <summary className={classes.summary}>Endereços para outros aplicativos</summary>
      {howTo && <p className={pageClasses.pre}>{howTo}</p>}
      <ul className={classes.root}>
        {addresses.map((link) => (
          <CopyRow key={link.label} {...link} />
        ))}
      </ul>
    </details>
  );
}

const COPIED_MS = 2_000;

interface CopyRowProps {
  label: string;
  value: string;
  isLarge?: boolean;
}

/** The whole row copies. The text can be selected if the browser could not copy it. */
function CopyRow({ label, value, isLarge = false }: CopyRowProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  const press = async () => {
    const isCopied = await copyText(value);
    setResult(isCopied ? 'copied' : 'failed');
    if (isCopied) setTimeout(() => setResult(undefined), COPIED_MS);
  };
  return (
    <li className={classes.row} data-large={isLarge}>
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>{value}</span>
        {result === 'failed' && <small>Não copiou: selecione o texto e copie</small>}
      </span>
      <button
        type="button"
        className={classes.copy}
        data-result={result}
        aria-label={result === 'copied' ? `${label} copiado` : `Copiar ${label.toLowerCase()}`}
        onClick={() => void press()}
      >
        <Icon path={result === 'copied' ? check : copy} />
      </button>
      <span className={pageClasses['visually-hidden']} role="status">
        {result === 'copied' && 'Copiado'}
      </span>
    </li>
  );
}
