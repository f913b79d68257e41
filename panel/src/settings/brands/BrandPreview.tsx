/** How the brand looks while it is edited: its sign-in and a list. Signals keep their colours. */
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import { accentFamily } from '@ramal/contract/brands/accent-family';
import { IconAlertCircle, IconClock, IconPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { isColor } from './AccentField.tsx';
import { type BrandValues, OFFICE_ACCENT } from './brand-values.ts';
import classes from './BrandPreview.module.css';

interface BrandPreviewProps {
  readonly brand: BrandValues;
  readonly isEdited: boolean;
}

export function BrandPreview({ brand, isEdited }: BrandPreviewProps) {
  const { name, accent, hosts, logo, background } = brand;
  const family = accentFamily(isColor(accent) ? accent.toLowerCase() : OFFICE_ACCENT, 'light');
  const colors = {
    '--accent': family.accent,
    '--accent-ink': family.accentInk,
    '--accent-soft': family.accentSoft,
    '--accent-line': family.accentLine,
  } as CSSProperties;
  const mark = (size: number) => (
    <p className={classes.brand}>
      <BrandMark size={size} logo={logo ? brandFileUrl(logo) : undefined} />
      {name || 'Nome da marca'}
    </p>
  );
  return (
    <figure className={classes.root} style={colors} aria-label="Prévia da marca">
      <div className={classes.window} aria-hidden>
        <p className={`${classes.address} mono`}>{hosts[0] ?? 'painel.exemplo.com'}</p>
        <div className={classes.signIn}>
          <img src={background ? brandFileUrl(background) : '/background.svg'} alt="" />
          <div className={classes.card}>
            {mark(24)}
            <span>Usuário</span>
            <i />
            <span>Senha</span>
            <i />
            <b>Logar</b>
          </div>
        </div>
      </div>
      <div className={classes.list} aria-hidden>
        <header>
          {mark(24)}
          <b>
            <IconPlus size={14} stroke={2} /> Criar usuário
          </b>
        </header>
        <p>
          Dona Célia
          <span data-tone="bad">
            <IconAlertCircle size={14} stroke={2} /> hoje
          </span>
          <em>+30</em>
        </p>
        <p>
          João Batista
          <span data-tone="warn">
            <IconClock size={14} stroke={2} /> amanhã
          </span>
          <em>+30</em>
        </p>
      </div>
      {isEdited && <figcaption>Muda enquanto você edita</figcaption>}
    </figure>
  );
}
