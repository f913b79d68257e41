import type { ReactNode } from 'react';
import { useBrand } from '../../brand/brand.tsx';
import { ThemeSwitch } from '../../shell/user/ThemeSwitch.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import classes from './BrandedSignIn.module.css';

/**
 * Sign-in layout for a brand with a picture. The picture fills the whole screen, and the card is at
 * its right (S-LOGIN-07).
 */
export function BrandedSignIn({ children }: { children: ReactNode }) {
  const { name, logo, title, background, forceLight } = useBrand();
  return (
    <main className={classes.root}>
      <title>{`Entrar · ${title}`}</title>
      <img
        className={classes.picture}
        data-brand-picture
        src={background}
        alt=""
        fetchPriority="high"
      />
      <div className={classes.words}>
        <p>Que bom ter você de volta.</p>
        <p>Seus clientes, seus créditos e seus testes num só lugar.</p>
      </div>
      <div className={classes.card}>
        <p className={classes.brand}>
          <BrandMark size={42} logo={logo} />
          {name}
        </p>
        {children}
        {!forceLight && <ThemeSwitch />}
      </div>
    </main>
  );
}
